import Terminal
import TestSupport
import Testing

@Suite("What keys send")
struct KeyDecoderTests {
  @Test("Every sequence means one thing, wherever it is parted")
  func sequences() {
    for (bytes, inputs) in KeySequences.all {
      var decoder = KeyDecoder()
      #expect(decoder.decode(bytes) == inputs, "\(bytes)")
      #expect(!decoder.isWaiting, "\(bytes)")
      for index in bytes.indices {
        var parted = KeyDecoder()
        let first = parted.decode(bytes[..<index])
        #expect(first + parted.decode(bytes[index...]) == inputs, "\(bytes) at \(index)")
      }
      var slow = KeyDecoder()
      #expect(bytes.flatMap { slow.decode([$0]) } == inputs, "\(bytes) one by one")
    }
  }

  @Test(
    "What is held becomes a key when nothing follows",
    arguments: [
      ("\u{1B}", [Key.escape]),
      ("\u{1B}\u{1B}", [.escape, .escape]),
      ("\u{1B}[", [Key(.character("["), .alt)]),
      ("\u{1B}O", [Key(.character("O"), .alt)]),
      ("\u{1B}]", [Key(.character("]"), .alt)]),
      ("\u{1B}P", [Key(.character("P"), .alt)]),
      ("\u{1B}\u{1B}[", [.escape, Key(.character("["), .alt)]),
      ("\u{1B}[1;5", []),
      ("\u{1B}[[", []),
      ("\u{1B}]11;rgb", []),
      ("\u{1B}]11;rgb\u{1B}", [.escape]),
      ("\u{1B}[M!", []),
    ])
  func flushing(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(text.utf8).isEmpty)
    #expect(decoder.isWaiting)
    // The rest may still come; then it does not.
    #expect(decoder.flush() + decoder.flush() == keys.map { .key($0) })
    #expect(!decoder.isWaiting)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.decode("x".utf8) == [.key(.character("x"))])
  }

  @Test(
    "The rest of a sequence that comes late is never typed",
    arguments: [
      ("\u{1B}[1;", ["5C"]), ("\u{1B}[<0;3", ["3;", "7M"]), ("\u{1B}O", ["P"]),
      ("\u{1B}]52;c;", ["bm8", "=\u{7}"]), ("\u{1B}[M!", ["12"]), ("\u{1B}[[", ["B"]),
      ("\u{1B}[", ["6~"]),
    ])
  func lateRest(beginning: String, rest: [String]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(beginning.utf8).isEmpty)
    #expect(decoder.flush().isEmpty)
    for part in rest {
      #expect(decoder.isWaiting)
      #expect(decoder.decode(part.utf8).isEmpty)
    }
    #expect(!decoder.isWaiting)
    #expect(decoder.decode("5\u{1B}[B".utf8) == [.key(.character("5")), .key(.down)])
  }

  @Test("After Escape a sequence may still come, anything else is typed; a late paste is one")
  func lateBeginning() {
    var decoder = KeyDecoder()
    for (rest, keys) in [
      ("[<35;4;9M", []), ("O1", [.character("O"), .character("1")]), ("\r", [.enter]),
      ("\u{1B}[A", [.up]), ("\u{1B}x", [Key(.character("x"), .alt)]),
    ] as [(String, [Key])] {
      #expect(decoder.decode([0x1B]).isEmpty)
      #expect(decoder.flush() == [.key(.escape)])
      #expect(decoder.decode(rest.utf8) == keys.map { .key($0) }, "\(rest)")
    }
    _ = decoder.decode("\u{1B}[20".utf8)
    _ = decoder.flush()
    #expect(decoder.decode("0~7\r\u{1B}[201~".utf8) == [.paste("7\n")])
  }

  @Test("A letter and its marks are one character where they come together")
  func clusters() {
    var decoder = KeyDecoder()
    #expect(
      decoder.decode("e\u{301}x".utf8) == [.key(.character("e\u{301}")), .key(.character("x"))])
    #expect(decoder.decode("👩‍👩‍👧".utf8) == [.key(.character("👩‍👩‍👧"))])
    #expect(
      decoder.decode("\u{1B}e\u{301}x".utf8) == [
        .key(Key(.character("e\u{301}"), .alt)), .key(.character("x")),
      ])
    // Apart, they make the same text all the same.
    let parts = decoder.decode("e".utf8) + decoder.decode("\u{301}".utf8)
    let text = parts.compactMap { if case .key(let key) = $0 { key.text } else { nil } }.joined()
    #expect(text == "é")
  }

  @Test(
    "Broken characters are marked and nothing else is lost",
    arguments: [
      ([0xFF, 0x61], "\u{FFFD}a"), ([0xC4, 0x61], "\u{FFFD}a"), ([0x80, 0x61], "\u{FFFD}a"),
      ([0xE2, 0x82, 0x61], "\u{FFFD}a"), ([0xC0, 0xAF, 0x61], "\u{FFFD}\u{FFFD}a"),
      ([0xF0, 0x9F, 0x98, 0x61], "\u{FFFD}a"),
      ([0xED, 0xA0, 0x80, 0x61], "\u{FFFD}\u{FFFD}\u{FFFD}a"),
    ] as [([UInt8], String)])
  func brokenText(bytes: [UInt8], text: String) {
    let keys = text.map { Input.key(.character($0)) }
    for index in bytes.indices {
      var decoder = KeyDecoder()
      let first = decoder.decode(bytes[..<index])
      #expect(first + decoder.decode(bytes[index...]) == keys)
    }
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xE2, 0x82]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.key(.character("\u{FFFD}"))])
    #expect(decoder.decode([0xC4, 0x1B]) == [.key(.character("\u{FFFD}"))])
    #expect(decoder.flush() == [.key(.escape)])
  }

  @Test("A paste has no end but its own, and a limit")
  func longPaste() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[200~".utf8).isEmpty)
    #expect(!decoder.isWaiting)
    #expect(decoder.flush().isEmpty)
    // A limit is never in the middle of a character: the letters have two bytes, the mark before one.
    let chunk = [UInt8]("č".utf8) + [UInt8](repeating: 0x61, count: 65_533)
    #expect(decoder.decode("x".utf8).isEmpty)
    let letters = Array(repeating: [UInt8]("č".utf8), count: 32_768).flatMap { $0 }
    for _ in 0...(KeyDecoder.longestPaste / letters.count) {
      #expect(decoder.decode(letters).isEmpty)
    }
    #expect(decoder.decode(chunk).isEmpty)
    let inputs = decoder.decode("\u{1B}[201~y".utf8)
    #expect(inputs.count == 2)
    guard case .paste(let text) = inputs.first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count == KeyDecoder.longestPaste - 1)
    #expect(text.hasPrefix("xčč"))
    #expect(text.hasSuffix("čč"))
    #expect(inputs.last == .key(.character("y")))
  }

  @Test("The terminal's answer about whole frames is kept")
  func synchronizedOutput() {
    var decoder = KeyDecoder()
    #expect(decoder.synchronizesOutput == nil)
    _ = decoder.decode("\u{1B}[?2004;1$y".utf8)
    #expect(decoder.synchronizesOutput == nil)
    for (answer, isKnown) in [(0, false), (1, true), (2, true), (3, false), (4, false)] {
      #expect(decoder.decode("\u{1B}[?2026;\(answer)$y".utf8).isEmpty)
      #expect(decoder.synchronizesOutput == isKnown)
    }
  }

  @Test("Whatever comes, the decoder ends in a state in which a letter is a letter (fuzz)")
  func fuzz() async { await FuzzRun.seeds(20) { fuzz(seed: $0) } }

  private func fuzz(seed: UInt64) {
    var random = SeededNumbers(seed)
    let pieces = KeySequences.all.map(\.bytes)
    var decoder = KeyDecoder()
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.append(.random(in: 0...255, using: &random))
        case 1: bytes += [0x1B, .random(in: 0x20...0x7F, using: &random)]
        case 2: bytes += pieces.randomElement(using: &random) ?? []
        default: bytes += (pieces.randomElement(using: &random) ?? []).shuffled(using: &random)
        }
      }
      for input in decoder.decode(bytes) {
        guard case .key(let key) = input, case .character(let character) = key.code else {
          continue
        }
        #expect(
          character.unicodeScalars.first?.properties.generalCategory != .control, "seed \(seed)")
      }
      if Bool.random(using: &random) { _ = decoder.flush() }
    }
    // A paste may be open, and another key held.
    _ = decoder.decode("\u{1B}[201~".utf8)
    _ = decoder.flush()
    _ = decoder.flush()
    #expect(!decoder.isWaiting)
    #expect(decoder.decode("x".utf8) == [.key(.character("x"))])
  }
}
