/// What the service knows of a course besides its results (`grades-api.md` 6.5).
public struct CourseInformation: Hashable, Sendable {
  /// The code that was asked for, whatever the answer says.
  public var code: CourseCode
  public var name: String?
  public var completion: Completion?
  public var credits: Double?
  public var classes: [ClassesType]

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

/// A student's points and grade of one course (`grades-api.md` 6.4).
public struct CourseOverview: Hashable, Sendable {
  /// One result of the overview.
  public struct Item: Hashable, Sendable {
    public var type: ClassificationType
    public var value: GradeValue?
    /// `MISSING_DATA` means not graded yet; other codes are shown as they are.
    public var error: String?

    public init(type: ClassificationType, value: GradeValue?, error: String? = nil) {
      self.type = type
      self.value = value
      self.error = error
    }
  }

  public var code: CourseCode
  public var items: [Item]

  public init(code: CourseCode, items: [Item]) {
    self.code = code
    self.items = items
  }
}
