/// What a change came from, for the history.
package enum ChangeOrigin: Hashable, Sendable {
  /// It was typed or pasted in the app.
  case app
  /// It was named on the command line of `grades set`.
  case set
  /// It was imported from a file with this name, without folders; `-` is standard input.
  case file(String)
  /// It takes a batch back.
  case undo(Int64)
  /// It takes the undo with this number back.
  case redo(Int64)
  /// It is in a structure's backup with this name; it is published without notifying the student.
  case restore(String)

  /// The text for programs and for the store, such as `undo 12`; it never changes.
  package var text: String {
    switch self {
    case .app: "app"
    case .set: "set"
    case .file(let name): "file \(name)"
    case .undo(let batch): "undo \(batch)"
    case .redo(let batch): "redo \(batch)"
    case .restore(let name): "restore \(name)"
    }
  }

  /// Reads a text; nil for an unknown one, such as a newer program's.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    let name = parts.count > 1 ? parts[1] : nil
    switch (parts.first, name, name.flatMap { Int64($0) }) {
    case ("app", nil, _): self = .app
    case ("set", nil, _): self = .set
    case ("file", let name?, _): self = .file(name)
    case ("restore", let name?, _): self = .restore(name)
    case ("undo", _, let batch?): self = .undo(batch)
    case ("redo", _, let batch?): self = .redo(batch)
    default: return nil
    }
  }

  var takenBack: Int64? {
    switch self {
    case .undo(let batch), .redo(let batch): batch
    case .app, .set, .file, .restore: nil
    }
  }

  /// Whether students are not notified of the change unless that is asked for explicitly.
  package var isSilent: Bool { if case .restore = self { true } else { false } }
}
