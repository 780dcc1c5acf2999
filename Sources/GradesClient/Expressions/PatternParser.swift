/// Compiles the subset of regular expressions that ``IdentifierPattern`` supports.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var next = 0
  private var depth = 0

  private static let maximumDepth = 64
  private static let maximumRepetitions = 1_000
  private static let escapable = Set("\\.[](){}*+?|^$-/_".unicodeScalars)

  init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  mutating func wholePattern() throws(IdentifierPattern.Problem) -> [PatternStep] {
    // The whole identifier is compared anyway, so anchors at the ends are redundant.
    if peek == "^" { next += 1 }
    let steps = try alternatives()
    if peek == "$", next == scalars.count - 1 {
      // `a|b$` anchors only the last alternative, which is the same for whole matches.
      next += 1
    }
    guard next == scalars.count else {
      throw peek == ")" ? .malformed : .unsupported(peek.map(String.init) ?? "")
    }
    try check(steps.count)
    return steps
  }

  private func check(_ size: Int) throws(IdentifierPattern.Problem) {
    if size > IdentifierPattern.maximumSize { throw .tooLarge }
  }

  private var peek: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

  private mutating func alternatives() throws(IdentifierPattern.Problem) -> [PatternStep] {
    guard depth < Self.maximumDepth else { throw .tooLarge }
    depth += 1
    defer { depth -= 1 }
    var options = [try sequence()]
    while peek == "|" {
      next += 1
      options.append(try sequence())
    }
    var steps = options.removeLast()
    for option in options.reversed() {
      steps = [.split(1, option.count + 2)] + option + [.jump(steps.count + 1)] + steps
      try check(steps.count)
    }
    return steps
  }

  private mutating func sequence() throws(IdentifierPattern.Problem) -> [PatternStep] {
    var steps: [PatternStep] = []
    while let scalar = peek, scalar != "|", scalar != ")", scalar != "$" {
      steps += try repeated(try atom())
    }
    return steps
  }

  private mutating func atom() throws(IdentifierPattern.Problem) -> [PatternStep] {
    let scalar = scalars[next]
    next += 1
    switch scalar {
    case ".": return [.scalar(ScalarClass { _ in true })]
    case "[": return [.scalar(try bracketClass())]
    case "\\": return [.scalar(try escape())]
    case "(": return try group()
    case "*", "+", "?": throw .malformed
    case "{", "^": throw .unsupported(String(scalar))
    default: return [.scalar(ScalarClass(scalar))]
    }
  }

  private mutating func group() throws(IdentifierPattern.Problem) -> [PatternStep] {
    if peek == "?" {
      guard next + 1 < scalars.count, scalars[next + 1] == ":" else {
        throw .unsupported("(?" + (next + 1 < scalars.count ? String(scalars[next + 1]) : ""))
      }
      next += 2
    }
    let inner = try alternatives()
    guard peek == ")" else { throw peek == nil ? .malformed : .unsupported("$") }
    next += 1
    return inner
  }

  private mutating func repeated(_ atom: [PatternStep]) throws(IdentifierPattern.Problem)
    -> [PatternStep]
  {
    let (minimum, maximum): (Int, Int?)
    switch peek {
    case "*": (minimum, maximum) = (0, nil)
    case "+": (minimum, maximum) = (1, nil)
    case "?": (minimum, maximum) = (0, 1)
    case "{": (minimum, maximum) = try counts()
    default: return atom
    }
    next += 1
    // A reluctant `*?` finds the same whole matches; the possessive `*+` does not.
    if peek == "?" { next += 1 }
    if let more = peek, more == "+" || more == "*" || more == "{" {
      throw .unsupported(String(more))
    }
    try check((atom.count + 1) * (maximum ?? minimum + 1))
    let least = Array(repeatElement(atom, count: minimum).joined())
    guard let maximum else {
      return least + [.split(1, atom.count + 2)] + atom + [.jump(-atom.count - 1)]
    }
    let optional = [.split(1, atom.count + 1)] + atom
    return least + repeatElement(optional, count: maximum - minimum).joined()
  }

  /// The numbers of `{n}`, `{n,}` or `{n,m}`; leaves the closing brace to be read.
  private mutating func counts() throws(IdentifierPattern.Problem) -> (Int, Int?) {
    next += 1
    guard let minimum = try count() else { throw .malformed }
    var maximum: Int? = minimum
    if peek == "," {
      next += 1
      maximum = try count()
    }
    guard peek == "}", maximum.map({ $0 >= minimum }) ?? true else { throw .malformed }
    return (minimum, maximum)
  }

  private mutating func count() throws(IdentifierPattern.Problem) -> Int? {
    var value: Int?
    while let scalar = peek, "0"..."9" ~= scalar {
      let more = (value ?? 0) * 10 + Int(scalar.value - 48)
      guard more <= Self.maximumRepetitions else { throw .tooLarge }
      value = more
      next += 1
    }
    return value
  }

  private mutating func escape() throws(IdentifierPattern.Problem) -> ScalarClass {
    guard let letter = peek else { throw .malformed }
    next += 1
    if let named = ScalarClass(escape: letter) { return named }
    guard Self.escapable.contains(letter) else { throw .unsupported("\\" + String(letter)) }
    return ScalarClass(letter)
  }

  private mutating func bracketClass() throws(IdentifierPattern.Problem) -> ScalarClass {
    var members: [ScalarClass] = []
    let isNegated = peek == "^"
    if isNegated { next += 1 }
    repeat {
      guard let scalar = peek else { throw .malformed }
      // `[` inside a class means different things in different dialects, `&&` a cut in Java's.
      if scalar == "[" || scalar == "&" { throw .unsupported(String(scalar)) }
      if scalar == "]" && members.isEmpty { throw .malformed }
      next += 1
      let lower = scalar == "\\" ? try escape() : ScalarClass(scalar)
      guard let first = lower.literal, peek == "-", next + 1 < scalars.count,
        scalars[next + 1] != "]"
      else {
        members.append(lower)
        continue
      }
      next += 1
      let end = scalars[next]
      next += 1
      let upper = end == "\\" ? try escape() : ScalarClass(end)
      guard let last = upper.literal, last >= first else { throw .malformed }
      members.append(ScalarClass { first...last ~= $0 })
    } while peek != "]"
    next += 1
    return ScalarClass { [members] scalar in
      members.contains { $0.contains(scalar) } != isNegated
    }
  }
}
