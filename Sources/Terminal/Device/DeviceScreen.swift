import Foundation
import Synchronization

/// The window of a terminal. Writes only the differences between two frames.
public final class DeviceScreen: TerminalScreen {
  private let device: any TerminalDevice
  private let writer: Mutex<FrameWriter>

  /// Makes the window of a terminal without changing the terminal.
  public init(_ device: any TerminalDevice) {
    self.device = device
    writer = Mutex(FrameWriter(colours: device.capabilities.colours, synchronizes: false))
  }

  /// The window's current size.
  public var size: Size { device.size }

  /// Eighty frames in a second.
  public var frameTime: Duration { .milliseconds(12) }

  /// Takes the terminal; throws a ``TerminalError``.
  public func begin() throws { try device.begin() }

  /// Gives the terminal back.
  public func end() { device.end() }

  /// What comes from the terminal.
  public func inputs() -> AsyncStream<Burst> { device.inputs() }

  /// Writes the differences from the last frame at once.
  public func show(_ frame: Frame) async {
    let synchronizes = device.capabilities.synchronizes
    let text = writer.withLock { writer in
      writer.synchronizes = synchronizes
      return writer.update(to: frame)
    }
    if !text.isEmpty { await device.write(text) }
  }

  /// Writes the next frame as a whole.
  public func forget() { writer.withLock { $0.forget() } }

  /// Copies a text with OSC 52, which also reaches the desktop from another computer. Terminals ignore
  /// texts that are too long for them.
  public func copy(_ text: String) async {
    await device.write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}")
  }

  /// Rings the terminal's bell.
  public func ring() async { await device.write("\u{07}") }

  /// Gives the terminal back as it was, and takes it again after the work.
  public func lend<Value: Sendable>(
    to work: @Sendable () async throws -> Value
  ) async throws -> Value {
    device.end()
    let result: Result<Value, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    try device.begin()
    forget()
    return try result.get()
  }

  /// Stops the process until the shell continues it.
  public func suspend() { device.suspend() }
}
