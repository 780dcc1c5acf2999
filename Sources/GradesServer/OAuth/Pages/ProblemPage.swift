/// Explains why the login cannot go on, without a redirect.
struct ProblemPage {
  let words: PageWords
  let problem: PageWords.Problem

  var html: String {
    Page(
      words: words, title: words.sorry, otherLanguage: nil,
      content: """
        <p role="alert">\(words.problems[problem] ?? "")</p>
        <p>\(words.closeHint)</p>
        """
    ).html
  }
}
