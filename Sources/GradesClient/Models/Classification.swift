import Foundation

/// The definition of an evaluation item (Service contract, 6.9).
public struct Classification: Codable, Hashable, Sendable {
  /// The item's name in paths and expressions; its identity within a course and semester.
  public var identifier: ItemIdentifier
  /// The service's number of the definition; it breaks ties of the index.
  public var id: Int?
  /// The parent's id; nil for roots and in 2018.
  public var parentID: Int?
  /// The parent's identifier; nil for roots and before 2021.
  public var parentIdentifier: ItemIdentifier?
  /// Names by the language's code, such as `cs`, in the order of the answer.
  public var names: [LocalizedName]
  /// The purpose of the item; empty when the service does not send it.
  public var classificationType: ClassificationType
  /// The type that values should have; the service may send others.
  public var valueType: ValueType
  /// The source of the values.
  public var evaluationType: EvaluationType
  /// Whether it is hidden from students.
  public var hidden: Bool
  /// The position among the siblings or, in 2018, in the whole course.
  public var index: Int
  /// The lower bound of a value; missing in 2018.
  public var minimumValue: Double?
  /// The least value with which a student passes.
  public var requiredValue: Double?
  /// The upper bound of a value; bonus points may exceed it.
  public var maximumValue: Double?
  /// How the service computes the values (Service contract, 8).
  public var expression: String?

  /// Makes a definition; the defaults are for members that the service may leave out.
  public init(
    identifier: ItemIdentifier, id: Int? = nil, parentID: Int? = nil,
    parentIdentifier: ItemIdentifier? = nil, names: [LocalizedName] = [],
    classificationType: ClassificationType = ClassificationType(rawValue: "OTHER"),
    valueType: ValueType = .number, evaluationType: EvaluationType = .manual,
    hidden: Bool = false, index: Int = 0, minimumValue: Double? = nil,
    requiredValue: Double? = nil, maximumValue: Double? = nil, expression: String? = nil
  ) {
    self.identifier = identifier
    self.id = id
    self.parentID = parentID
    self.parentIdentifier = parentIdentifier
    self.names = names
    self.classificationType = classificationType
    self.valueType = valueType
    self.evaluationType = evaluationType
    self.hidden = hidden
    self.index = index
    self.minimumValue = minimumValue
    self.requiredValue = requiredValue
    self.maximumValue = maximumValue
    self.expression = expression
  }

  /// Whether a teacher may set this item's values: only manual ones (Service contract, 7.3).
  public var isEditable: Bool { evaluationType == .manual }

  /// The name in a language, else any name, else the identifier (Service contract, 3.5).
  public func name(in language: ServiceLanguage) -> String {
    (names.first { $0.language == language.rawValue && !$0.name.isEmpty }
      ?? names.first { !$0.name.isEmpty })?.name ?? identifier.rawValue
  }
}

/// A name in one language.
public struct LocalizedName: Codable, Hashable, Sendable {
  /// The language's code, such as `cs`; others than Czech and English may come.
  public var language: String
  /// The name; never empty in answers of the service.
  public var name: String

  /// Creates a value from its parts.
  public init(language: String, name: String) {
    self.language = language
    self.name = name
  }
}

/// An evaluation item with one student's value (Service contract, 6.7).
public struct StudentClassification: Codable, Hashable, Identifiable, Sendable {
  /// The item itself.
  public var definition: Classification
  /// The student's value.
  public var recorded: RecordedValue

  /// The item's identifier.
  public var id: ItemIdentifier { definition.identifier }

  /// Creates a value from its parts.
  public init(definition: Classification, recorded: RecordedValue) {
    self.definition = definition
    self.recorded = recorded
  }
}

/// One student's results of one course (Service contract, 6.7), the items in the answer's order.
public struct StudentRecord: Codable, Hashable, Identifiable, Sendable {
  /// The student under the username that was asked for.
  public var student: Student
  /// The items with the student's values.
  public var items: [StudentClassification]

  /// The student's username.
  public var id: Username { student.username }

  /// Creates a value from its parts.
  public init(student: Student, items: [StudentClassification]) {
    self.student = student
    self.items = items
  }
}

/// One student's row in a group's answer with all items (Service contract, 6.8).
public struct GroupRow: Codable, Hashable, Identifiable, Sendable {
  /// The student.
  public var student: Student
  /// Values by item; items without a value may be absent.
  public var values: [ItemIdentifier: RecordedValue]

  /// The student's username.
  public var id: Username { student.username }

  /// Creates a value from its parts.
  public init(student: Student, values: [ItemIdentifier: RecordedValue]) {
    self.student = student
    self.values = values
  }
}

/// One student's value of one item in a group's answer (Service contract, 6.10).
///
/// Time and author are missing in this response; the row of all items has them.
public struct ColumnCell: Codable, Hashable, Identifiable, Sendable {
  /// The student.
  public var student: Student
  /// The value and its note.
  public var recorded: RecordedValue

  /// The student's username.
  public var id: Username { student.username }

  /// Creates a value from its parts.
  public init(student: Student, recorded: RecordedValue) {
    self.student = student
    self.recorded = recorded
  }
}

/// A value to be saved (Service contract, 6.11).
public struct ValueChange: Codable, Hashable, Sendable {
  /// The student.
  public var username: Username
  /// The item to be set.
  public var identifier: ItemIdentifier
  /// The new value; nil clears.
  public var value: GradeValue?
  /// The new note; it is always sent, because omitting it may erase the stored one.
  public var note: String?
  /// The time of the value that was read, sent only to services that want it (Service contract, 6.11).
  public var timestamp: Date?

  /// Creates a value from its parts.
  public init(
    username: Username, identifier: ItemIdentifier, value: GradeValue?, note: String?,
    timestamp: Date? = nil
  ) {
    self.username = username
    self.identifier = identifier
    self.value = value
    self.note = note
    self.timestamp = timestamp
  }
}
