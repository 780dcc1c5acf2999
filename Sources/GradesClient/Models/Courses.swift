/// A course without its results (Service contract, 6.5).
public struct CourseInformation: Codable, Hashable, Identifiable, Sendable {
  /// The requested code, whatever the response has.
  public var code: CourseCode
  /// The name in the requested language.
  public var name: String?
  /// How the course is completed.
  public var completion: Completion?
  /// ECTS credits; missing before 2021.
  public var credits: Double?
  /// The kinds of classes that the course has.
  public var classes: [ClassesType]

  /// The course's code.
  public var id: CourseCode { code }

  /// Creates a value from its parts.
  public init(
    code: CourseCode, name: String?, completion: Completion? = nil, credits: Double? = nil,
    classes: [ClassesType] = []
  ) {
    self.code = code
    self.name = name
    self.completion = completion
    self.credits = credits
    self.classes = classes
  }
}

/// A student's points and grade of one course (Service contract, 6.4).
public struct CourseOverview: Codable, Hashable, Identifiable, Sendable {
  /// One result of the overview.
  public struct Item: Codable, Hashable, Sendable {
    /// The kind of the result, such as the points.
    public var type: ClassificationType
    /// The result; nil means not graded.
    public var value: GradeValue?
    /// `MISSING_DATA` means not graded yet; other codes are shown as they are.
    public var error: String?

    /// Creates a value from its parts.
    public init(type: ClassificationType, value: GradeValue?, error: String? = nil) {
      self.type = type
      self.value = value
      self.error = error
    }
  }

  /// The course.
  public var code: CourseCode
  /// Points and grades in the order of the response; there may be none, one or several of a type.
  public var items: [Item]

  /// The course's code.
  public var id: CourseCode { code }

  /// Creates a value from its parts.
  public init(code: CourseCode, items: [Item]) {
    self.code = code
    self.items = items
  }
}
