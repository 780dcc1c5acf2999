import GradesClient
import GradesTesting

/// What a request brings that does not bring what the service has.
enum ContradictedReading {
  /// Other data, made of what the service has.
  case data(@Sendable (Set<AnyHashable>) -> Set<AnyHashable>)
  /// Data that something is true of.
  case checked(@Sendable (Set<AnyHashable>) -> Bool)
  case error(GradesError)

  func isMet(
    by outcome: ContradictedReadingTests.Outcome,
    insteadOf known: ContradictedReadingTests.Outcome
  ) -> Bool {
    switch (self, outcome, known) {
    case (.data(let change), .success(let found), .success(let known)): change(known) == found
    case (.checked(let isMet), .success(let found), _): isMet(found)
    case (.error(let expected), .failure(let error), _): expected == error
    default: false
    }
  }

  /// What the service has, each element changed; nil leaves it out.
  private static func each<Element: Hashable & SendableMetatype>(
    _ change: @escaping @Sendable (Element) -> Element?
  ) -> ContradictedReading {
    .data { known in
      Set(known.compactMap { ($0.base as? Element).flatMap(change).map(AnyHashable.init) })
    }
  }

  /// Items with other contents of members that the program does not have.
  private static func members(_ contents: [String: String]) -> ContradictedReading {
    each { (item: ItemDefinition) in
      var item = item
      item.otherMembers = item.otherMembers.map { member in
        var member = member
        member.json = contents[member.name] ?? member.json
        return member
      }
      return item
    }
  }

  private static let tooMany = ContradictedReading.error(.tooManyRequests(retryAfter: .seconds(1)))
  private static let noPage = ContradictedReading.error(.badRequest(detail: "No page 0"))

  /// The first page.
  private static let pageBefore = ContradictedReading.checked { found in
    found.compactMap { ($0.base as? ServiceNotification)?.id } == [NotificationID("4")]
  }

  /// By assumption and request; all other requests bring what the service has.
  static let differences: [Assumption: [String: ContradictedReading]] = [
    .wordsAreForOneEndpoint: ["2, word": .checked { $0.count == 1 }],
    .semesterWordsAreUnderstood: ["3": .error(.badRequest(detail: "Unknown semester: prev"))],
    .semesterCodeIsText: ["3": .error(.unreadable(.text))],
    .hiddenItemsAreShownByDefault: ["6, default": .checked { $0.count == 1 }],
    .teachersSeeHiddenItems: [
      "6": each { (record: StudentRecord) in
        StudentRecord(
          student: record.student, items: record.items.filter { !$0.definition.hidden })
      },
      "6, default": .checked { $0.count == 1 },
    ],
    .pagesStartAtZero: ["29, second page": pageBefore],
    .pageZeroExists: ["29": noPage, "30": noPage, "29, second page": pageBefore],
    .settingsAreReadAsWritten: [
      "35": each { (_: ServiceSettings) in
        ServiceSettings(others: ["userSettings": #"{"emails":{"unsubscribed":false}}"#])
      }
    ],
    // One item and all are read from the older endpoints; a hierarchy exists only among the newer ones.
    .newDefinitionsExist: ["19": .error(.notFound)],
    .oldDefinitionsExist: ["11": .error(.notFound)],
    .groupIdsAreTexts: [
      "10": .checked { found in
        let ids = found.compactMap { ($0.base as? StudentGroup)?.id.rawValue }
        return !ids.isEmpty && ids.allSatisfy { $0.hasPrefix("7000") && $0.count == 6 }
      }
    ],
    .groupTypesAreTexts: [
      "10": each { (group: StudentGroup) in
        var group = group
        group.type = nil
        return group
      }
    ],
    .aggregationsAreTexts: [
      "17, structure": members([
        "aggregatedIdentifier": #"["du1","du2"]"#, "aggregationFunction": #"{"name":"SUM"}"#,
        "aggregationScope": "1",
      ]),
      "6, default": .checked { $0.count == 1 }, "11": .checked { $0.count == 1 },
    ],
    .skillsAreEmpty: [
      "17, structure": members(["skillDtos": #"[{"id":7,"name":"Programování"}]"#]),
      "6, default": .checked { $0.count == 1 }, "11": .checked { $0.count == 1 },
    ],
    .overviewErrorsAreMissingData: [
      "4": each { (course: CourseOverview) in
        CourseOverview(
          code: course.code,
          items: course.items.map { item in
            var item = item
            if item.error != nil { item.error = "EXPRESSION_FAILED" }
            return item
          })
      }
    ],
    .overviewListsAllCourses: [
      "4": each { (course: CourseOverview) in
        course.items.contains { $0.value != nil } ? course : nil
      }
    ],
    .editorsAreAList: ["23": .error(.unreadable(.json(path: "")))],
    .functionsAreAList: [
      "28": each { (functions: String) in #"{"functions":{"numeric":\#(functions)}}"# }
    ],
    .invalidRequestsAre400: [
      "2, word": .error(.serviceFailure(status: 500)),
      "2, invalid": .error(.serviceFailure(status: 500)),
    ],
    .missingIs404: ["5, unknown course": .error(.badRequest(detail: "Not found"))],
    .requestsAreUnlimited: Dictionary(
      uniqueKeysWithValues: limited.map { ($0, tooMany) }),
  ]

  /// Every third request, in the order of the requests.
  private static let limited = [
    "3", "5, unknown course", "8", "10 and 7", "18", "28", "29, all pages", "2, word", "11",
  ]

  /// What no reading request meets; publishing, ``ContradictedSavingTests`` and ``ContradictedLoginTests`` meet it.
  static let unmet: Set<Assumption> = [
    .oneTokenReadsAndWrites, .expiredTokenIsNot403, .expiredTokenIsNot400, .refreshTokenStays,
    .refreshTokenIsRepeated, .tokensLiveAnHour, .savingNotifiesByDefault, .omittedNoteErases,
    .noteMayBeOmitted, .nullIsAccepted, .nullClears, .computedItemsAreLeftOut, .requestsAreWhole,
    .timestampMayBeNull, .timestampIsNotValidated, .boundsAreAdvice, .boundsChangeNoValue,
    .newDefinitionChangesExist, .bodiesAreUnlimited,
  ]
}
