import AppTestSupport

extension RunningApp {
  /// What is seen once nothing is going on, with ordinary blanks where lines must not be broken.
  var frame: String { get async { await text.replacing("\u{A0}", with: " ") } }

  /// Presses keys when nothing is going on, and gives what is seen then, with ordinary blanks.
  @discardableResult
  func pressing(_ keys: String) async -> String {
    await screen.rest()
    await type(keys)
    return await frame
  }
}
