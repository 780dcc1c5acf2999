/// Turns the bytes that a terminal sends into keys, pastes and reports of the mouse.
///
/// Decodes the sequences of xterm, rxvt, the Linux console, screen and tmux, `modifyOtherKeys` and
/// `CSI u`. A call may end anywhere in a sequence. An unknown sequence is discarded as a whole, so
/// that its end never counts as typing; invalid UTF-8 becomes `�`. Memory is bounded by the longest
/// paste, time is linear in the number of bytes.
package struct KeyDecoder: Sendable {
  private enum State: Equatable {
    case ground
    /// After this many escapes; the last one may begin a sequence or modify the next key.
    case escapes(Int)
    /// After `ESC [`: the parameters so far.
    case control([UInt8], isAlt: Bool)
    /// After `ESC [ [`, which only the Linux console sends: a letter for one of F1 to F5.
    case consoleFunction(isAlt: Bool)
    /// After `ESC O`: the parameters so far.
    case single([UInt8], isAlt: Bool)
    /// In a response of any length (OSC, DCS, PM, APC), which ends with BEL or `ESC \`.
    case string(opening: UInt8, isEmpty: Bool, hasEscape: Bool, isAlt: Bool)
    /// In a mouse report of bytes, with this many still missing.
    case oldMouse(Int)
  }

  /// The longest paste in bytes; the rest is dropped.
  package static let longestPaste = 16 * 1_024 * 1_024
  /// The most parameters of a sequence; a longer one is ignored.
  private static let longestSequence = 128

  /// Whether the terminal has mode 2026 (synchronized output); nil until it has responded to
  /// `CSI ? 2026 $ p`.
  package private(set) var synchronizesOutput: Bool?
  /// Whether the rest of a sequence has not come in time: it is read all the same, and does nothing.
  private(set) var isLate = false
  private var state = State.ground
  /// Characters that are not returned yet.
  private var text: [UInt8] = []
  private var textIsAlt = false
  private var paste = PasteCollector(limit: longestPaste)

  package init() {}

  /// Whether bytes of an unfinished sequence are held, so that ``flush()`` would do something. A
  /// paste does not count: only its own end ends it.
  package var isWaiting: Bool { !paste.isOpen && (state != .ground || !text.isEmpty) }

  /// Returns the inputs that these bytes complete.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Input] {
    let bytes = Array(bytes)
    var inputs: [Input] = []
    var index = 0
    while index < bytes.count {
      if paste.isOpen {
        index = paste.take(bytes, from: index)
        if !paste.isOpen { inputs.append(.paste(paste.finish())) }
      } else {
        accept(bytes[index], &inputs)
        index += 1
      }
    }
    // Marks belong to the letter before them only where they arrive together with it: a typed letter
    // must not wait for the next one.
    writeText(&inputs, isComplete: false)
    return inputs
  }

  /// Returns the meaning of the held bytes when no others follow in time: a lone escape is the key Escape. What
  /// follows late belongs to the sequence and must not count as typing; after another call without it, the
  /// sequence is over.
  package mutating func flush() -> [Input] {
    guard isWaiting else { return [] }
    var inputs: [Input] = []
    writeText(&inputs)
    if case .escapes(let count) = state {
      write(escapes: count, &inputs)
      state = .escapes(0)
    }
    isLate = !isLate && state != .ground
    guard !isLate else { return inputs }
    switch state {
    case .ground, .escapes, .consoleFunction, .oldMouse: break
    case .control(let parameters, let isAlt):
      if parameters.isEmpty { writeAlt("[", after: isAlt, &inputs) }
    case .single(let parameters, let isAlt):
      if parameters.isEmpty { writeAlt("O", after: isAlt, &inputs) }
    case .string(let opening, let isEmpty, let hasEscape, let isAlt):
      if isEmpty { writeAlt(Character(Unicode.Scalar(opening)), after: isAlt, &inputs) }
      if hasEscape { write(escapes: 1, &inputs) }
    }
    state = .ground
    return inputs
  }

  private mutating func accept(_ byte: UInt8, _ inputs: inout [Input]) {
    switch state {
    case .ground: acceptPlain(byte, &inputs)
    case .escapes(let count): acceptAfterEscapes(byte, count, &inputs)
    case .control(let parameters, let isAlt): acceptControl(byte, parameters, isAlt, &inputs)
    case .single(let parameters, let isAlt): acceptSingle(byte, parameters, isAlt, &inputs)
    case .string(let opening, let isEmpty, let hasEscape, let isAlt):
      acceptInString(byte, opening, isEmpty: isEmpty, hasEscape: hasEscape, isAlt, &inputs)
    case .consoleFunction(let isAlt):
      state = .ground
      if (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) {
        if !isLate { inputs.append(.key(Key(.function(Int(byte) - 0x40), isAlt ? .alt : []))) }
      } else if !(0x20..<0x7F).contains(byte) {
        acceptPlain(byte, &inputs)
      }
    case .oldMouse(let missing): state = missing > 1 ? .oldMouse(missing - 1) : .ground
    }
    if state == .ground { isLate = false }
  }

  private mutating func acceptPlain(_ byte: UInt8, _ inputs: inout [Input]) {
    switch byte {
    case 0x1B:
      writeText(&inputs)
      isLate = false
      state = .escapes(1)
    case 0x00..<0x20, 0x7F:
      writeText(&inputs)
      inputs.append(.key(Key(controlByte: byte)))
    default: text.append(byte)
    }
  }

  private mutating func acceptAfterEscapes(_ byte: UInt8, _ count: Int, _ inputs: inout [Input]) {
    // A person who has pressed Escape may go on with anything but this.
    guard count > 0 || byte == UInt8(ascii: "[") else {
      state = .ground
      return acceptPlain(byte, &inputs)
    }
    let isAlt = count > 1
    switch byte {
    case 0x1B:
      state = .escapes(count + 1)
      return
    case UInt8(ascii: "["): state = .control([], isAlt: isAlt)
    case UInt8(ascii: "O"): state = .single([], isAlt: isAlt)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string(opening: byte, isEmpty: true, hasEscape: false, isAlt: isAlt)
    default:
      state = .ground
      write(escapes: count - 1, &inputs)
      if byte < 0x20 || byte == 0x7F {
        var key = Key(controlByte: byte)
        key.modifiers.insert(.alt)
        inputs.append(.key(key))
      } else {
        textIsAlt = true
        text.append(byte)
      }
      return
    }
    // The last two escapes are Alt and the sequence's own.
    write(escapes: count - 2, &inputs)
  }

  private mutating func acceptControl(
    _ byte: UInt8, _ parameters: [UInt8], _ isAlt: Bool, _ inputs: inout [Input]
  ) {
    switch byte {
    case UInt8(ascii: "[") where parameters.isEmpty: state = .consoleFunction(isAlt: isAlt)
    case UInt8(ascii: "M") where parameters.isEmpty: state = .oldMouse(3)
    case UInt8(ascii: "$")
    where !parameters.isEmpty && parameters.allSatisfy { (0x30...0x39).contains($0) }:
      // A shifted key of rxvt; after anything else the sign is part of a response.
      finish(ControlSequence(parameters, final: byte), isAlt, &inputs)
    case 0x20...0x3F:
      if parameters.count < Self.longestSequence {
        state = .control(parameters + [byte], isAlt: isAlt)
      }
    case 0x40...0x7E: finish(ControlSequence(parameters, final: byte), isAlt, &inputs)
    default:
      state = .ground
      if parameters.isEmpty { writeAlt("[", after: isAlt, &inputs) }
      acceptPlain(byte, &inputs)
    }
  }

  private mutating func finish(
    _ sequence: ControlSequence, _ isAlt: Bool, _ inputs: inout [Input]
  ) {
    state = .ground
    guard sequence.length < Self.longestSequence else { return }
    switch sequence.meaning {
    case .input where isLate: break
    case .input(.key(var key)):
      if isAlt { key.modifiers.insert(.alt) }
      inputs.append(.key(key))
    case .input(let input): inputs.append(input)
    case .pasteBegins: paste.open()
    case .synchronizedOutput(let isKnown): synchronizesOutput = isKnown
    case .nothing: break
    }
  }

  private mutating func acceptSingle(
    _ byte: UInt8, _ parameters: [UInt8], _ isAlt: Bool, _ inputs: inout [Input]
  ) {
    switch byte {
    case 0x30...0x3B:
      if parameters.count < Self.longestSequence {
        state = .single(parameters + [byte], isAlt: isAlt)
      }
    case 0x20...0x7E:
      finish(ControlSequence(parameters, final: byte, isSingle: true), isAlt, &inputs)
    default:
      state = .ground
      if parameters.isEmpty { writeAlt("O", after: isAlt, &inputs) }
      acceptPlain(byte, &inputs)
    }
  }

  private mutating func acceptInString(
    _ byte: UInt8, _ opening: UInt8, isEmpty: Bool, hasEscape: Bool, _ isAlt: Bool,
    _ inputs: inout [Input]
  ) {
    switch byte {
    case UInt8(ascii: "\\") where hasEscape: state = .ground
    case _ where hasEscape:
      isLate = false
      state = .escapes(1)
      accept(byte, &inputs)
    case 0x07: state = .ground
    case 0x1B where !isEmpty:
      state = .string(opening: opening, isEmpty: false, hasEscape: true, isAlt: isAlt)
    case 0x00..<0x20, 0x7F:
      // No response has such a byte, so a person typed it, and the opening too.
      state = .ground
      if isEmpty { writeAlt(Character(Unicode.Scalar(opening)), after: isAlt, &inputs) }
      acceptPlain(byte, &inputs)
    default: state = .string(opening: opening, isEmpty: false, hasEscape: false, isAlt: isAlt)
    }
  }

  private func write(escapes count: Int, _ inputs: inout [Input]) {
    for _ in 0..<max(0, count) { inputs.append(.key(.escape)) }
  }

  /// The opening of an invalid sequence as keys: two, if it begins with an escape.
  private func writeAlt(_ character: Character, after isAlt: Bool, _ inputs: inout [Input]) {
    write(escapes: isAlt ? 1 : 0, &inputs)
    inputs.append(.key(Key(.character(character), .alt)))
  }

  /// Returns the characters; if more may follow, an incomplete one at the end is kept.
  private mutating func writeText(_ inputs: inout [Input], isComplete: Bool = true) {
    guard !text.isEmpty else { return }
    let end = text.count - (isComplete ? 0 : UnfinishedUTF8.count(atEndOf: text))
    guard end > 0 else { return }
    for character in String(decoding: text[..<end], as: UTF8.self) {
      let modifiers: Key.Modifiers = textIsAlt ? .alt : []
      textIsAlt = false
      // The controls U+0080–U+009F are not keys.
      guard character.unicodeScalars.first?.properties.generalCategory != .control else { continue }
      inputs.append(.key(Key(.character(character), modifiers)))
    }
    text.removeFirst(end)
  }
}
