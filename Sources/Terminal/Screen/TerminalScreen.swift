/// A window that shows frames and reports inputs.
package protocol TerminalScreen: Sendable {
  var size: Size { get }
  /// The least time between two frames, so that many changes need few of them.
  var frameTime: Duration { get }
  /// Takes the window, or throws.
  func begin() throws
  /// Restores the window. May be called twice.
  func end()
  /// The inputs; first the window's size.
  func inputs() -> AsyncStream<Burst>
  func show(_ frame: Frame) async
  /// Makes the next frame a complete one, after other programs changed the window.
  func forget()
  /// Copies a text to the clipboard of the terminal's desktop, where the terminal allows it.
  func copy(_ text: String) async
  func ring() async
  /// Gives the window to another program while some work goes on, and takes it again: the stream of inputs
  /// ends, and another one begins. Throws what the work throws, and when the window cannot be taken again.
  func lend<Value: Sendable>(to work: @Sendable () async throws -> Value) async throws -> Value
  /// Stops the program, as a shell expects of Ctrl-Z, until it is continued.
  func suspend()
  /// Called when the program is idle: it has handled this many inputs, all work is done, and the
  /// frame is the last one for now.
  func rested(after inputs: Int)
}

extension TerminalScreen {
  /// Does nothing: there is no bell.
  package func ring() async {}
  /// Does nothing: only tests wait until the program is idle.
  package func rested(after inputs: Int) {}
}
