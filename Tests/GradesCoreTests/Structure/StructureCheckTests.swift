import Foundation
import GradesClient
import Testing

@testable import GradesCore

/// What is found in a structure's file without the service.
@Suite("The check of a structure's file")
struct StructureCheckTests {
  typealias Kind = StructureProblem.Kind
  typealias Place = StructureProblem.Place

  private func problems(_ text: String) -> [StructureProblem] {
    StructureReading(Data(text.utf8)).checked().problems
  }

  /// The problems of one item with a maximum and names.
  private func item(_ fields: String) -> [StructureProblem] {
    problems("items:\n- identifier: a\n  name: A\n  \(fields.replacing("\n", with: "\n  "))\n")
  }

  @Test("A good file has no problems")
  func good() {
    #expect(
      problems(
        """
        course: XI-AAA.23
        semester: B261
        items:
        - identifier: du1
          name: {cs: Úkol, en: Task}
          type: HOMEWORK
          maximum: 10
        - identifier: znamka
          name: Známka
          type: FINAL_SCORE
          valueType: STRING
          expression: MARK(du1)
        """) == [])
  }

  @Test(
    "Forms and fields, each at its place",
    arguments: [
      ("", Kind.notMapping, 1, 1),
      ("- a", .notMapping, 1, 1),
      ("course: A", .missingField(.items), 1, 1),
      ("items: 5", .notList, 1, 8),
      ("items:\n- du1", .notMapping, 2, 3),
      ("items: []\nitem: 1", .unknownField("item", near: "items"), 2, 1),
      ("semester: winter\nitems: []", .wrongValue(.semester, "winter"), 1, 11),
      ("items:\n- type: OTHER", .missingField(.identifier), 2, 3),
      ("items: []\ncourse: [a]", .noText(.course), 2, 9),
    ])
  func forms(text: String, kind: Kind, line: Int, column: Int) {
    #expect(
      problems(text).first == StructureProblem(kind, at: Place(line: line, column: column)))
  }

  @Test("YAML's own mistakes have a place", arguments: ["items: [", "items:\n\t- a"])
  func yaml(text: String) {
    let found = problems(text)
    #expect(found.count == 1 && found[0].severity == .error)
    if case .yaml = found.first?.kind {} else { Issue.record("\(found)") }
  }

  @Test("Identifiers: empty, repeated, different in case only, useless in expressions")
  func identifiers() {
    let found = problems(
      """
      items:
      - {identifier: ' ', name: A, maximum: 1}
      - {identifier: du1, name: A, maximum: 1}
      - {identifier: DU1, name: A, maximum: 1}
      - {identifier: du-1, name: A, maximum: 1}
      - {identifier: du1, name: A, maximum: 1}
      """)
    let du1 = ItemIdentifier("du1")
    #expect(
      found.map(\.kind) == [
        .emptyIdentifier, .sameButCase(du1), .notInExpressions(ItemIdentifier("du-1")),
        .repeatedIdentifier(du1, line: 3),
      ])
    #expect(found.map(\.severity) == [.error, .warning, .warning, .error])
  }

  @Test(
    "Fields of one item",
    arguments: [
      ("maximum: 1,5", Kind.wrongValue(.maximum, "1,5")),
      ("maximum: 0x10", .wrongValue(.maximum, "0x10")),
      ("maximum: 1\nhidden: maybe", .wrongValue(.hidden, "maybe")),
      ("maximum: 1\ntype: HOMEWROK", .unknownWord(.type, "HOMEWROK", near: "HOMEWORK")),
      ("maximum: 1\nvalueType: number", .unknownWord(.valueType, "number", near: "NUMBER")),
      ("maximum: 1\nevaluationType: EXPRESSION", .missingExpression),
      ("maximum: 1\nevaluationType: MANUAL\nexpression: a", .unusedExpression),
      ("minimum: 5\nmaximum: 1", .bounds(.minimum, .maximum)),
      ("minimum: 0\nrequired: 9\nmaximum: 1", .bounds(.required, .maximum)),
      ("valueType: STRING\nmaximum: 1", .boundOfOtherType(.maximum)),
      ("type: HOMEWORK", .noMaximum),
      ("maximum: 1\nname: {cs: A}", .repeatedKey("name")),
      ("maximum: 1\nhidden: !false", .tag),
      ("maximum: 1\nexpression: du1 >= 3 ? 1 : 0", .unquoted),
      ("maximum: 1\ntype: a: b: c", .unquoted),
      ("maximum: 1\ntype: WORKSHOP", .unknownWord(.type, "WORKSHOP", near: nil)),
    ])
  func fields(text: String, kind: Kind) {
    #expect(item(text).first?.kind == kind)
  }

  @Test("A word of the service that is misspelt is an error; one that nobody knows is not")
  func words() {
    #expect(item("evaluationType: MANUEL\nmaximum: 1").first?.severity == .error)
    #expect(item("type: WORKSHOP\nmaximum: 1").first?.severity == .warning)
  }

  @Test("A tag is refused wherever it stands, as its value would be lost")
  func tags() {
    for (text, line, column) in [
      ("items: !all\n- {identifier: a, name: A, maximum: 1}", 1, 8),
      ("items:\n- !new {identifier: a, name: A, maximum: 1}", 2, 3),
      ("items:\n- {!k identifier: a, name: A, maximum: 1}", 2, 4),
      ("items:\n- {identifier: a, name: {cs: !A, en: A}, maximum: 1}", 2, 30),
      ("course: ! XI\nitems: []", 1, 9),
      ("items:\n- {identifier: a, name: A, maximum: !12}", 2, 37),
      ("items:\n- {identifier: a, name: A, name2: !!str B}", 2, 35),
    ] {
      #expect(
        problems(text).contains(StructureProblem(.tag, at: Place(line: line, column: column))),
        "\(text)")
    }
    #expect(problems("items:\n- {identifier: a, name: 'Stop!', maximum: 1}") == [])
  }

  @Test("A comment that cuts a text is a warning; one that is a comment is none")
  func cutTexts() {
    let cut = problems("items:\n- {identifier: a, maximum: 1,\n   name: Úkol #2\n  }")
    #expect(cut.map(\.kind) == [.cutText] && cut[0].place == Place(line: 3, column: 15))
    for name in ["Úkol  # the second", "C#", "'Úkol #2'", "\"Úkol #2\" #x", "Úkol #"] {
      let found = problems("items:\n- identifier: a\n  maximum: 1\n  name: \(name)\n")
      #expect(found == [], "\(name)")
    }
  }

  @Test("A repeated key is shown where it repeats")
  func repeatedKeys() {
    for (text, key, line, column) in [
      ("items: []\ncourse: A\n\nitems: []", "items", 4, 1),
      ("items:\n- identifier: a\n  items:\n  - identifier: b\n  identifier: c", "identifier", 5, 3),
      ("items:\n- {identifier: a, name: {en: A, cs: B, en: C}}", "en", 2, 40),
      ("items:\n- identifier: a\n  name:\n    cs: A\n    'cs': cs", "cs", 5, 5),
    ] {
      #expect(
        problems(text)
          == [StructureProblem(.repeatedKey(key), at: Place(line: line, column: column))], "\(text)"
      )
    }
  }

  @Test("Characters that nobody sees are named; those of other scripts are not")
  func invisible() {
    let found = problems(
      """
      items:
      - {identifier: a, name: "Te\u{AD}st", maximum: 1}
      - {identifier: b, name: {cs: "Test\u{202E}", en: "\u{A0}Příliš žluťoučký"}, maximum: 1}
      - {identifier: c, name: "🎓 試験", maximum: 1}
      """)
    #expect(found.map(\.kind) == [.invisible("U+00AD"), .invisible("U+202E")])
  }

  @Test("Names in both languages, and one final score")
  func names() {
    let found = problems(
      """
      items:
      - {identifier: a, name: {cs: A, en: ''}, type: FINAL_SCORE, maximum: 1}
      - {identifier: b, name: B, type: FINAL_SCORE, maximum: 1}
      - {identifier: c, maximum: 1}
      """)
    #expect(found.map(\.kind) == [.missingName("en"), .severalFinalScores, .missingName(nil)])
  }

  @Test(
    "Expressions, each under the wrong part",
    arguments: [
      ("du1 + dv2", Kind.expression(.unknownItem("dv2", at: 6), near: "du2"), 7),
      ("du1 +", .expression(.syntax(.init(at: 5, .unexpectedEnd)), near: nil), 6),
      ("MARK(du1)", .expression(.wrongResult(.string, expected: .number), near: nil), nil),
      ("du1 + MAX(du2)", .expression(.unknownFunction("MAX", at: 6), near: nil), 7),
      ("SUM(`du[0-9]`, `kv.*`)", .emptyPattern("kv.*"), 16),
      ("SUM(`du[0-9`)", .expression(.pattern(.malformed, at: 4), near: nil), 5),
      ("du1 - du2", .notEstimated(.notSeen(at: 4)), 5),
    ] as [(String, Kind, Int?)])
  func expressions(expression: String, kind: Kind, column: Int?) {
    let start = """
      items:
      - {identifier: du1, name: A, maximum: 1}
      - {identifier: du2, name: A, maximum: 1}
      - identifier: x
        name: A
        expression:
      """
    let whole = Place(line: 6, column: 15)
    func places(_ text: String) -> [Place] { problems(start + " " + text).map(\.place) }
    #expect(
      problems(start + " " + expression) == [
        StructureProblem(kind, at: column.map { Place(line: 6, column: 14 + $0) } ?? whole)
      ])
    let quoted = column.map { Place(line: 6, column: 15 + $0) } ?? whole
    #expect(places("'\(expression)'") == [quoted])
    #expect(places("\"\(expression)\"") == [quoted])
    let literal = column.map { Place(line: 7, column: 4 + $0) } ?? whole
    #expect(places("|-\n    \(expression)") == [literal])
  }

  @Test("A cycle of expressions is reported once")
  func cycle() {
    let found = problems(
      """
      items:
      - {identifier: a, name: A, expression: b}
      - {identifier: b, name: A, expression: c}
      - {identifier: c, name: A, expression: a}
      """)
    #expect(found.count == 1)
    guard case .expression(.cycle(let items), _) = found.first?.kind else {
      Issue.record("\(found)")
      return
    }
    #expect(Set(items.map(\.rawValue)) == ["a", "b", "c"])
  }
}
