import Files

/// Random numbers that are the same for the same seed and topic (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Makes a generator; different topics give independent numbers.
  init(seed: UInt64, topic: String) {
    // Swift's own hashes differ from run to run.
    state = seed &* 0x9e37_79b9_7f4a_7c15 ^ Array(topic.utf8).withUnsafeBufferPointer(Checksum.of)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to 1.
  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// True with the given probability.
  mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

  /// A number below a bound.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }
}
