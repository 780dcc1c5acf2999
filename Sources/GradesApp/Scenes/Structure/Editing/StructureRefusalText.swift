import GradesCore
import GradesLocalization

extension StructureEditRefusal {
  /// Why an edit is refused, for people.
  var sentence: Sentence {
    switch self {
    case .noItem(let item): Sentence(.structureRefusedNoItem, [.item: .text(item.rawValue)])
    case .identifierOfExisting: Sentence(.structureRefusedRename)
    case .identifierEmpty: Sentence(.structureRefusedEmpty)
    case .identifierTaken(let item):
      Sentence(.structureIdentifierTaken, [.item: .text(item.rawValue)])
    case .identifierNoName(let item):
      Sentence(.structureNotInExpressions, [.item: .text(item.rawValue)])
    case .lost(let members):
      Sentence(.structureRefusedLost, [.allowed: .text(members.joined(separator: ", "))])
    case .orderOfExisting: Sentence(.structureRefusedOrder)
    case .atEnd: Sentence(.structureRefusedEnd)
    case .tooDeep:
      Sentence(.structureRefusedDeep, [.limit: .count(StructureFile.deepestItem)])
    case .tooMany: Sentence(.structureRefusedMany, [.limit: .count(StructureFile.mostItems)])
    }
  }
}
