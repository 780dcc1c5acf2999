import Foundation
import Synchronization

/// The window of a terminal. Writes only the differences between two frames.
package final class DeviceScreen: TerminalScreen {
  private let device: any TerminalDevice
  private let writer: Mutex<FrameWriter>

  /// Makes the window of a terminal without changing the terminal.
  package init(_ device: any TerminalDevice) {
    self.device = device
    writer = Mutex(FrameWriter(colours: device.capabilities.colours, synchronizes: false))
  }

  package var size: Size { device.size }

  package var frameTime: Duration { .milliseconds(12) }

  package func begin() throws { try device.begin() }

  package func end() { device.end() }

  package func inputs() -> AsyncStream<Burst> { device.inputs() }

  /// Writes the differences from the last frame at once.
  package func show(_ frame: Frame) async {
    let synchronizes = device.capabilities.synchronizes
    let text = writer.withLock { writer in
      writer.synchronizes = synchronizes
      return writer.update(to: frame)
    }
    if !text.isEmpty { await device.write(text) }
  }

  package func forget() { writer.withLock { $0.forget() } }

  /// Copies a text with OSC 52, which also reaches the desktop from another computer. Terminals ignore
  /// texts that are too long for them.
  package func copy(_ text: String) async {
    await device.write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}")
  }

  package func ring() async { await device.write("\u{07}") }

  /// Gives the terminal back as it was, and takes it again after the work.
  package func lend<Value: Sendable>(
    to work: @Sendable () async throws -> Value
  ) async throws -> Value {
    device.end()
    let result: Result<Value, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    try device.begin()
    forget()
    return try result.get()
  }

  package func suspend() { device.suspend() }
}
