import GradesCore
import GradesLocalization

extension StructureEditRefusal {
  /// Why an edit is refused, for people.
  var sentence: Sentence {
    switch self {
    case .noItem(let item): Sentence(.structureRefusedNoItem, [.item: item])
    case .identifierOfExisting: Sentence(.structureRefusedRename)
    case .identifierEmpty: Sentence(.structureRefusedEmpty)
    case .identifierTaken(let item): Sentence(.structureIdentifierTaken, [.item: item])
    case .identifierNoName(let item): Sentence(.structureNotInExpressions, [.item: item])
    case .lost(let members):
      Sentence(.structureRefusedLost, [.allowed: members.joined(separator: ", ")])
    case .orderOfExisting: Sentence(.structureRefusedOrder)
    case .atEnd: Sentence(.structureRefusedEnd)
    case .tooDeep: Sentence(.structureRefusedDeep, [.limit: StructureFile.deepestItem])
    case .tooMany: Sentence(.structureRefusedMany, [.limit: StructureFile.mostItems])
    }
  }
}
