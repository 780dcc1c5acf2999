import GradesCore
import GradesLocalization

extension PublishedBatch {
  /// The first items of the changes, and how many more there are.
  var itemList: String {
    let most = 3
    let shown = items.prefix(most).map(\.rawValue)
    return (shown + (items.count > most ? ["+\(items.count - most)"] : [])).joined(separator: ", ")
  }
}

/// What changes came from, in the user's language.
struct OriginText {
  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  /// What a batch came from; empty if that is not known.
  func text(_ batch: PublishedBatch) -> String {
    batch.origins.map(text).joined(separator: ", ")
  }

  private func text(_ origin: ChangeOrigin) -> String {
    switch origin {
    case .app: strings(.originApp)
    case .set: "grades set"
    case .file("-"): strings(.originInput)
    case .file(let name): name
    case .undo(let batch): strings(.originUndo, [.batch: "\(batch)"])
    case .redo(let batch): strings(.originRedo, [.batch: "\(batch)"])
    case .restore: "grades structure restore"
    }
  }
}
