/// The shapes of the reading endpoints' responses by their numbers (Service contract, 6).
enum EndpointShapes {
  /// The shape of an endpoint's response; nil for the bare text of endpoint 3.
  static func shape(of endpoint: Int) -> JSONShape? {
    switch endpoint {
    case 1:
      .object([
        .required("username", .text), .optional("userId", .number), .optional("firstName", .text),
        .optional("lastName", .text), .optional("admin", .flag),
      ])
    case 2:
      .object([
        .required("studentCourses", .list(.text)), .required("teacherCourses", .list(.text)),
      ])
    case 4:
      .list(
        .object([
          .required("courseCode", .text), .optional("semesterCode", .text),
          .optional(
            "overviewItems",
            .list(
              .object([
                .required("classificationType", .text), .optional("value", .scalar),
                .optional("error", .text),
              ]))),
        ]))
    case 5:
      .object([
        .optional("courseCode", .text), .optional("courseName", .text),
        .optional("completion", .text), .optional("credits", .number),
        .optional("classesType", .list(.text)),
      ])
    case 6:
      .object(
        student + [
          .required(
            "studentClassificationFullDtos",
            .list(
              .object(
                definition + [
                  .optional("value", .scalar), .optional("note", .text),
                  .optional("lastUpdated", .number),
                ])))
        ])
    case 7: .list(.object(student + [.optional("classificationMap", .map(.anything))]))
    case 8:
      .list(
        .object([
          .required("studentUsername", .text), .optional("classificationIdentifier", .text),
          .optional("value", .scalar), .optional("note", .text), .optional("id", .number),
          .optional("timestamp", .number), .optional("authorUsername", .text),
          .optional("firstName", .text), .optional("lastName", .text), .optional("email", .text),
        ]))
    case 10:
      .list(
        .object([
          .required("studentGroupId", .text), .optional("name", .text),
          .optional("description", .text), .optional("type", .text),
        ]))
    case 11, 17, 19: .list(.object(definition + [.optional("children", .list(.anything))]))
    case 14, 18: .object(definition)
    case 23: .list(.anything)
    case 28: .list(.anything)
    case 29, 30:
      .object([
        .required(
          "notifications",
          .list(
            .object([
              .required("id", .number), .optional("courseCode", .text), .optional("url", .text),
              .optional(
                "notificationTextDtos",
                .list(
                  .object([
                    .optional("identifier", .text), .optional("title", .text),
                    .optional("text", .text),
                  ]))),
            ])))
      ])
    case 35:
      .object([
        .required("unsubscribeEmails", .flag), .optional("studentCourses", .list(choice)),
        .optional("teacherCourses", .list(choice)),
      ])
    default: nil
    }
  }

  private static let choice = JSONShape.object([
    .required("courseCode", .text), .optional("hidden", .flag),
    .optional("silencedNotifications", .flag),
  ])

  private static let student: [JSONShape.Member] = [
    .required("username", .text), .optional("userId", .number), .optional("firstName", .text),
    .optional("lastName", .text), .optional("fullName", .text), .optional("email", .text),
    .optional("personalNumber", .text), .optional("grade", .number),
    .optional("parallelCodes", .map(.text)), .optional("parallelNumbers", .map(.anything)),
  ]

  private static let definition: [JSONShape.Member] = [
    .required("identifier", .text), .optional("id", .number),
    .optional("lowercaseIdentifier", .text), .optional("parentId", .number),
    .optional("parentIdentifier", .text), .optional("courseCode", .text),
    .optional("semesterCode", .text), .optional("calculated", .flag),
    .optional("evaluationType", .text), .optional("classificationType", .text),
    .optional("valueType", .text),
    .optional(
      "classificationTextDtos",
      .list(.object([.optional("identifier", .text), .optional("name", .text)]))),
    .optional("skillDtos", .list(.anything)), .optional("hidden", .flag),
    .optional("mandatory", .flag), .optional("index", .number),
    .optional("minimumValue", .number), .optional("minimumRequiredValue", .number),
    .optional("maximumValue", .number), .optional("expression", .text),
    .optional("aggregatedIdentifier", .text), .optional("aggregationFunction", .text),
    .optional("aggregationScope", .text),
  ]

  /// All reading endpoints, in the order of their numbers.
  static let all = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 14, 17, 18, 19, 23, 28, 29, 30, 35]

  /// The names of members in the contract.
  static let memberNames = all.reduce(into: Set<String>()) { names, number in
    names.formUnion(shape(of: number)?.memberNames ?? [])
  }.union(["timestamp", "authorUsername", "message"])
}
