import Synchronization

/// The window of a terminal: writes of each picture what differs from the last one.
public final class DeviceScreen: TerminalScreen {
  private let device: any TerminalDevice
  private let writer: Mutex<FrameWriter>

  /// Makes the window of a terminal, which is not touched yet.
  public init(_ device: any TerminalDevice) {
    self.device = device
    writer = Mutex(FrameWriter(colours: device.capabilities.colours, synchronizes: false))
  }

  /// The window's size now.
  public var size: Size { device.size }

  /// Eighty pictures in a second.
  public var frameTime: Duration { .milliseconds(12) }

  /// Takes the terminal; throws a ``TerminalError``.
  public func begin() throws { try device.begin() }

  /// Gives the terminal back.
  public func end() { device.end() }

  /// What comes from the terminal.
  public func inputs() -> AsyncStream<Input> { device.inputs() }

  /// Writes what differs from the last picture, in one piece.
  public func show(_ frame: Frame) async {
    let synchronizes = device.capabilities.synchronizes
    let text = writer.withLock { writer in
      writer.synchronizes = synchronizes
      return writer.update(to: frame)
    }
    if !text.isEmpty { await device.write(text) }
  }

  /// Writes the next picture as a whole.
  public func forget() { writer.withLock { $0.forget() } }

  /// Stops the program until it is called back.
  public func suspend() { device.suspend() }
}
