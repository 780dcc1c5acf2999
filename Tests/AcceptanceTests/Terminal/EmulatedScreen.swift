import Terminal

/// What a terminal shows after some bytes: as much of one as the app and a shell use.
struct EmulatedScreen {
  private(set) var size: Size
  /// Whether the program has the other screen.
  private(set) var isAlternate = false
  /// Modes that are on, by their numbers; 7 and 25 are on at first.
  private(set) var modes: Set<Int> = [7, 25]
  private var grid: [[Character?]]
  private var usual: (grid: [[Character?]], column: Int, row: Int)?
  private var column = 0
  private var row = 0
  private var pending: [UInt8] = []

  /// An empty screen.
  init(size: Size) {
    self.size = size
    grid = Self.empty(size)
  }

  /// What is seen, without the blanks at the lines' ends.
  var lines: [String] {
    grid.map { row in
      var line = String(row.compactMap(\.self))
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// What is seen.
  var text: String { lines.joined(separator: "\n") }

  /// Changes the window's size; what does not fit is cut off.
  mutating func resize(to size: Size) {
    self.size = size
    grid = Self.fitted(grid, to: size)
    if let usual { self.usual?.grid = Self.fitted(usual.grid, to: size) }
    clampCursor()
  }

  /// Takes what a program writes; sequences and characters may be parted anywhere.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var index = 0
    while index < pending.count {
      guard let next = take(at: index) else { break }
      index = next
    }
    pending.removeFirst(index)
  }

  /// Takes what begins at an index; the index after it, or nil when its end has not come yet.
  private mutating func take(at start: Int) -> Int? {
    let byte = pending[start]
    switch byte {
    case 0x1B: return takeSequence(at: start)
    case 0x0D: column = 0
    case 0x0A: feedLine()
    case 0x08: column = max(0, column - 1)
    case 0x09: column = min(size.columns - 1, (column / 8 + 1) * 8)
    case ..<0x20: break
    default: return takeText(at: start)
    }
    return start + 1
  }

  /// A run of text up to the next control character; what may still become a longer character waits.
  private mutating func takeText(at start: Int) -> Int? {
    let end = pending[start...].firstIndex { $0 < 0x20 } ?? pending.count
    var whole = end
    if end == pending.count {
      var back = 1
      while back <= 3, end - back >= start, pending[end - back] & 0xC0 == 0x80 { back += 1 }
      if end - back >= start, pending[end - back] >= 0xC0 { whole = end - back }
    }
    guard whole > start else { return nil }
    for character in String(decoding: pending[start..<whole], as: UTF8.self) { put(character) }
    return whole
  }

  private mutating func takeSequence(at start: Int) -> Int? {
    guard start + 1 < pending.count else { return nil }
    switch pending[start + 1] {
    case UInt8(ascii: "["):
      guard let end = pending[(start + 2)...].firstIndex(where: { 0x40...0x7E ~= $0 }) else {
        return nil
      }
      obey(String(decoding: pending[(start + 2)...end], as: UTF8.self))
      return end + 1
    case UInt8(ascii: "]"):
      guard let end = pending[(start + 2)...].firstIndex(of: 0x07) else { return nil }
      return end + 1
    default: return start + 2
    }
  }

  private mutating func obey(_ sequence: String) {
    let isPrivate = sequence.hasPrefix("?")
    let numbers = sequence.dropFirst(isPrivate ? 1 : 0).dropLast().split(separator: ";").map {
      Int($0) ?? 0
    }
    let first = numbers.first ?? 0
    switch (isPrivate, sequence.last) {
    case (true, "h"): numbers.forEach { set($0, true) }
    case (true, "l"): numbers.forEach { set($0, false) }
    case (false, "H"):
      row = max(first, 1) - 1
      column = max(numbers.dropFirst().first ?? 1, 1) - 1
    case (false, "G"): column = max(first, 1) - 1
    case (false, "C"): column += max(first, 1)
    case (false, "K"): erase(row, from: column)
    case (false, "J"):
      if first == 2 { grid = Self.empty(size) } else { (row..<size.rows).forEach { erase($0) } }
    default: break
    }
    clampCursor()
  }

  private mutating func set(_ mode: Int, _ isOn: Bool) {
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
    guard mode == 1049, isOn != isAlternate else { return }
    isAlternate = isOn
    if isOn {
      usual = (grid, column, row)
      grid = Self.empty(size)
    } else if let usual {
      (grid, column, row) = usual
      self.usual = nil
    }
  }

  private mutating func put(_ character: Character) {
    let cells = DisplayWidth.of(character)
    guard cells > 0, size.rows > 0 else { return }
    if column + cells > size.columns {
      guard modes.contains(7), cells <= size.columns else { return }
      column = 0
      feedLine()
    }
    grid[row][column] = character
    for part in 1..<max(cells, 1) { grid[row][column + part] = nil }
    column += cells
    // Where lines are not wrapped, the last column is written over.
    if !modes.contains(7) { column = min(column, size.columns - 1) }
  }

  private mutating func feedLine() {
    row += 1
    guard row >= size.rows, !grid.isEmpty else { return }
    row = size.rows - 1
    grid.removeFirst()
    grid.append(Array(repeating: " ", count: size.columns))
  }

  private mutating func erase(_ row: Int, from column: Int = 0) {
    guard grid.indices.contains(row) else { return }
    for index in column..<max(column, size.columns) { grid[row][index] = " " }
  }

  private mutating func clampCursor() {
    column = max(0, min(column, size.columns - 1))
    row = max(0, min(row, size.rows - 1))
  }

  private static func empty(_ size: Size) -> [[Character?]] {
    Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
  }

  private static func fitted(_ grid: [[Character?]], to size: Size) -> [[Character?]] {
    (0..<size.rows).map { row in
      (0..<size.columns).map { column in
        grid.indices.contains(row) && grid[row].indices.contains(column) ? grid[row][column] : " "
      }
    }
  }
}
