import TestSupport

extension RunningApp {
  /// What is seen once nothing is going on, with ordinary blanks where lines must not be broken.
  var picture: String { get async { await text.replacing("\u{A0}", with: " ") } }

  /// Presses keys when nothing is going on, and gives what is seen then, with ordinary blanks.
  func pressing(_ keys: String) async -> String {
    await screen.rest()
    await type(keys)
    return await picture
  }

  /// A picture that shows a text; waits for it however long it takes.
  func seen(_ text: String) async -> String {
    var count = 0
    while true {
      count += 1
      let picture = await screen.frames.first(count)[count - 1].text
      if picture.contains(text) { return picture }
    }
  }
}
