import GradesCore
import GradesLocalization
import Testing

@testable import GradesApp

@Suite("Sentences of problems")
struct ProblemSentenceTests {
  @Test("Each kind of problem has a sentence of its own", arguments: EditProblem.Kind.allCases)
  func kinds(kind: EditProblem.Kind) {
    let sentences = ProblemSentence(strings: .load(.english))
    func text(_ kind: EditProblem.Kind) -> String {
      sentences.text(EditProblem(kind, .refused))
    }
    #expect((text(kind) == text(.wrongType)) == (kind == .wrongType))
  }
}
