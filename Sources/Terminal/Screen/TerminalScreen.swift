/// A window that shows pictures and says what is typed into it.
public protocol TerminalScreen: Sendable {
  /// The window's size now.
  var size: Size { get }
  /// The least time between two pictures, so that a flood of changes does not draw each of them.
  var frameTime: Duration { get }
  /// Takes the window over; throws where that is impossible.
  func begin() throws
  /// Gives the window back as it was. Can be called twice.
  func end()
  /// What is typed, and what happens to the window; first its size.
  func inputs() -> AsyncStream<Input>
  /// Shows a picture.
  func show(_ frame: Frame) async
  /// Draws everything anew with the next picture: the window was changed by others.
  func forget()
  /// Goes to the background, as a shell expects of Ctrl-Z, until it is called back.
  func suspend()
  /// Hears that nothing is going on any longer: so many inputs have been taken, all work is done and
  /// the picture is the last one for now.
  func rested(after inputs: Int)
}

extension TerminalScreen {
  /// Does nothing: only tests wait for rest.
  public func rested(after inputs: Int) {}
}
