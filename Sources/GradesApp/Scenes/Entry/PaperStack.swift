import GradesClient
import GradesCore
import GradesLocalization

/// A stack of papers of one item: the students who may have one, by name, and whom a query finds.
struct PaperStack: Equatable, Sendable {
  /// A student who may have a paper, and what the service has of the item.
  typealias Paper = MatrixRow

  /// What a typed line means: a query, whom it finds, and perhaps a value after it.
  struct Line {
    var found: [Paper]
    var query: String
    /// The rest of the line behind one student; behind several its last word.
    var rest = ""
  }

  let item: Classification
  let semester: SemesterCode
  let papers: [Paper]
  /// Usernames, and names with the last one first.
  private let texts: [SearchText]
  /// The students with a username or a number, which mean one student even where others begin like it.
  private var identities: [String: Int] = [:]
  /// How many words the longest name has: no query has more.
  private let mostWords: Int

  init?(_ matrix: GroupMatrix, personalNumbers: [Username: String] = [:]) {
    guard let item = matrix.items.first?.definition else { return nil }
    self.item = item
    semester = matrix.semester
    papers = matrix.rows.sorted { $0.student }
    let names = papers.map { paper in
      [paper.student.lastName, paper.student.firstName].compactMap { $0 }.joined(separator: " ")
    }
    texts = zip(papers, names).map { SearchText([$0.student.username.rawValue, $1]) }
    mostWords = names.reduce(1) { max($0, Self.words($1).count) }
    for (index, paper) in papers.enumerated() {
      identities[paper.student.username.rawValue.lowercased()] = index
      if let number = paper.student.personalNumber { identities[number] = index }
    }
    add(personalNumbers)
  }

  mutating func add(_ personalNumbers: [Username: String]) {
    for (index, paper) in papers.enumerated() {
      if let number = personalNumbers[paper.student.username] { identities[number] = index }
    }
  }

  func paper(of student: Student) -> Paper? {
    papers.first { $0.student.username == student.username }
  }

  func cell(_ paper: Paper, _ edits: EditedCells) -> EditableCell {
    EditableCell(
      paper.student, item, in: semester,
      recorded: paper.values.first ?? RecordedValue(value: nil), edits)
  }

  func missing(_ edits: EditedCells) -> [Paper] {
    papers.filter { cell($0, edits).current.value == nil }
  }

  /// The students of a query: the one whose username or number it is, or else all whose username or name,
  /// the last one first, begin so. Case and accents do not matter.
  func find(_ query: String) -> [Paper] {
    let query = Self.words(query).joined(separator: " ")
    guard !query.isEmpty else { return [] }
    if let index = identities[query.lowercased()] { return [papers[index]] }
    let prefix = SearchText([query])
    return texts.indices.filter { texts[$0].begins(with: prefix) }.map { papers[$0] }
  }

  /// The students of a line that is being typed: of the query that it is, or of the one before a number.
  func found(by text: String) -> [Paper] {
    let found = find(text)
    guard found.isEmpty, item.valueType == .number else { return found }
    let line = split(text)
    return Self.isNumber(line.rest) ? line.found : []
  }

  /// Whether a line is a query with a number behind it, which Enter takes as a value.
  func hasValue(_ text: String) -> Bool {
    guard item.valueType == .number else { return false }
    let line = split(text)
    if line.found.isEmpty || line.rest.isEmpty { return false }
    return line.found.count == 1 || Self.isNumber(line.rest) && find(text).isEmpty
  }

  /// Splits a line into a query and a value. The longest beginning that means one student is the query, so
  /// that a first name is never taken for a value.
  func split(_ line: String) -> Line {
    let words = line.split(whereSeparator: \.isWhitespace)
    var room = mostWords
    let longest = words.prefix { word in
      room -= Self.words(String(word)).count
      return room >= 0
    }
    for count in stride(from: longest.count, to: 0, by: -1) {
      let query = words[..<count].joined(separator: " ")
      let found = find(query)
      if found.count == 1 {
        return Line(found: found, query: query, rest: words[count...].joined(separator: " "))
      }
    }
    let rest = words.count > 1 ? String(words.last ?? "") : ""
    let query = words.dropLast(rest.isEmpty ? 0 : 1).joined(separator: " ")
    let found = find(query)
    return found.isEmpty
      ? Line(found: [], query: line.trimmed) : Line(found: found, query: query, rest: rest)
  }

  /// Whether a text is a number, also one that is still being typed.
  private static func isNumber(_ text: some StringProtocol) -> Bool {
    [text + "", text + "0"].contains {
      if case .success = NumberReader().read($0) { true } else { false }
    }
  }

  private static func words(_ query: String) -> [Substring] {
    query.split { $0.isWhitespace || $0 == "," || $0 == ";" }
  }
}

extension String {
  fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension PaperStack {
  enum Entry: Equatable, Sendable {
    case store(GradeValue)
    /// It can be stored once the user agrees that it replaces this one.
    case replace(GradeValue, with: GradeValue)
    case unchanged
    case nothing
    case rejected(EditProblem)
  }

  func entry(_ text: String, for paper: Paper, _ edits: EditedCells) -> Entry {
    let cell = cell(paper, edits)
    switch cell.read(text.trimmed) {
    case .failure(let problem): return .rejected(problem)
    case .success(nil): return .nothing
    case .success(let value?):
      guard let old = cell.current.value else { return .store(value) }
      return old == value ? .unchanged : .replace(old, with: value)
    }
  }

  static func several(_ found: [Paper], _ query: String) -> Sentence {
    let names = found.prefix(5).map(\.student.nameWithUsername).joined(separator: ", ")
    return Sentence(
      .enterSeveralList,
      [.query: query, .count: found.count, .found: names + (found.count > 5 ? "…" : "")])
  }

  static func unchanged(_ cell: EditableCell, _ strings: Strings) -> Sentence {
    let value = ValueText(strings).text(cell.current.value)
    return Sentence(.enterUnchanged, [.student: cell.student.listName, .value: value])
  }
}

extension Student {
  var nameWithUsername: String { "\(listName) (\(username))" }
}
