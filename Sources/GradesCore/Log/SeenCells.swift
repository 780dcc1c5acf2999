import Foundation
import GradesClient
import JSON

/// When a question was sent and when its answer arrived, by this machine's clock.
struct Look: Sendable {
  var asked: Date
  var answered: Date

  /// The largest difference between looks that overlap; a larger one means a clock change.
  private static let overlap: TimeInterval = 120

  /// Whether an answer that was seen at a moment may be newer than this one.
  func mayBeOlder(than seenAt: Date) -> Bool {
    let ahead = seenAt.timeIntervalSince(asked)
    return ahead > 0 && ahead < Self.overlap
  }
}

/// What was last seen of cells that come in one answer: the items of a student, or the students of an item.
struct SeenCells: Hashable, Sendable {
  struct Cell: Hashable, Sendable {
    /// The item or the student.
    var key: String
    /// The item's names, which a removed item would lose.
    var names: [LocalizedName] = []
    var value: GradeValue?
    var note: String?
    /// When it was seen; nil means by the newest answer.
    var seenAt: Date?

    fileprivate func shows(_ other: Cell) -> Bool { value == other.value && note == other.note }
  }

  /// A cell that has changed: nil for one that was never seen, or is no longer there.
  struct Difference {
    var old: Cell?
    var new: Cell?
  }

  /// The cells by key, each once.
  var cells: [Cell] = []

  /// Takes newer cells over and returns what has changed.
  ///
  /// What another answer may have overtaken is ignored: the next look decides. The answer may be about some of
  /// the cells; then a cell that was never seen is no change. Of a whole, such a cell is new, and a missing one
  /// is gone.
  ///
  /// - Parameters:
  ///   - answer: the cells by key
  ///   - before: the time of the newest answer so far
  mutating func take(_ answer: [Cell], isWhole: Bool, _ look: Look, before: Date) -> [Difference] {
    var differences: [Difference] = []
    var merged: [Cell] = []
    merged.reserveCapacity(max(cells.count, answer.count))
    func keep(_ cell: Cell) {
      var cell = cell
      cell.seenAt = cell.seenAt ?? before
      merged.append(cell)
    }
    func note(_ old: Cell?, _ new: Cell?) {
      var difference = Difference(old: old, new: new)
      difference.old?.seenAt = old?.seenAt ?? before
      differences.append(difference)
      if let new { merged.append(new) }
    }
    func pass(_ old: Cell) {
      if isWhole, !look.mayBeOlder(than: old.seenAt ?? before) { note(old, nil) } else { keep(old) }
    }
    var known = cells[...]
    for new in answer {
      while let old = known.first, old.key < new.key {
        pass(old)
        known.removeFirst()
      }
      if merged.last?.key == new.key { continue }
      guard let old = known.first, old.key == new.key else {
        if !isWhole { merged.append(new) } else if !look.mayBeOlder(than: before) { note(nil, new) }
        continue
      }
      known.removeFirst()
      if old.shows(new) {
        merged.append(new)
      } else if look.mayBeOlder(than: old.seenAt ?? before) {
        keep(old)
      } else {
        note(old, new)
      }
    }
    known.forEach(pass)
    cells = merged
    return differences
  }
}

extension SeenCells {
  /// The cells as JSON: of each its key, value, note, the time when it was seen, and names after their languages.
  var json: Data {
    let writer = JSONWriter {
      $0.array(of: cells) { writer, cell in
        writer.array {
          $0.value(cell.key)
          $0.value(cell.value)
          $0.value(cell.note)
          $0.value(cell.seenAt?.timeIntervalSinceReferenceDate)
          for name in cell.names {
            $0.value(name.language)
            $0.value(name.name)
          }
        }
      }
    }
    return Data(writer.bytes)
  }

  init(json: Data) throws {
    cells = try JSONReader.read([UInt8](json)).root.list { node in
      let parts = try node.allElements()
      guard parts.count >= 4, parts.count.isMultiple(of: 2) else { throw node.unreadable }
      return Cell(
        key: try parts[0].string(),
        names: try stride(from: 4, to: parts.count, by: 2).map {
          LocalizedName(language: try parts[$0].string(), name: try parts[$0 + 1].string())
        }, value: try parts[1].value(), note: parts[2].isNull ? nil : try parts[2].string(),
        seenAt: parts[3].isNull ? nil : Date(timeIntervalSinceReferenceDate: try parts[3].number()))
    }
  }
}
