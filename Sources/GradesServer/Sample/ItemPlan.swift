/// An evaluation item of the sample and the source of its values.
struct ItemPlan: Sendable {
  /// The source of values.
  enum Source: Sendable {
    /// Points up to the maximum, by the student's skill.
    case points
    /// Yes or no; yes with this probability for an average student.
    case flag(Double)
    /// One of these texts.
    case text([String])
    /// The service computes it.
    case computed(String)
    /// Not graded.
    case nothing
  }

  var identifier: String
  var czech: String?
  var english: String?
  var type: String
  var valueType: String
  var minimum: Double?
  var required: Double?
  var maximum: Double?
  var source: Source
  var hidden = false
  var children: [ItemPlan] = []

  static func points(
    _ identifier: String, _ czech: String?, _ english: String?, _ type: String,
    _ maximum: Double?, required: Double? = nil, minimum: Double? = 0
  ) -> ItemPlan {
    ItemPlan(
      identifier: identifier, czech: czech, english: english, type: type, valueType: "NUMBER",
      minimum: minimum, required: required, maximum: maximum, source: .points)
  }

  static func flag(
    _ identifier: String, _ czech: String?, _ english: String?, _ type: String,
    _ probability: Double = 0.85
  ) -> ItemPlan {
    ItemPlan(
      identifier: identifier, czech: czech, english: english, type: type, valueType: "BOOLEAN",
      source: .flag(probability))
  }

  static func text(
    _ identifier: String, _ czech: String?, _ english: String?, _ type: String,
    _ texts: [String]
  ) -> ItemPlan {
    ItemPlan(
      identifier: identifier, czech: czech, english: english, type: type, valueType: "STRING",
      source: .text(texts))
  }

  static func computed(
    _ identifier: String, _ czech: String?, _ english: String?, _ type: String,
    _ expression: String, valueType: String = "NUMBER", required: Double? = nil,
    maximum: Double? = nil
  ) -> ItemPlan {
    ItemPlan(
      identifier: identifier, czech: czech, english: english, type: type, valueType: valueType,
      required: required, maximum: maximum, source: .computed(expression))
  }

  func holding(_ children: [ItemPlan]) -> ItemPlan {
    var copy = self
    copy.children = children
    return copy
  }

  var hiddenFromStudents: ItemPlan {
    var copy = self
    copy.hidden = true
    return copy
  }

  /// The same definition, not graded yet.
  var ungraded: ItemPlan {
    var copy = self
    if case .computed = source {} else { copy.source = .nothing }
    copy.children = children.map(\.ungraded)
    return copy
  }
}
