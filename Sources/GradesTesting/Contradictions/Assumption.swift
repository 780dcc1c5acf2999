/// What the service contract assumes and nothing proves, fact by fact.
///
/// A service that contradicts one of them (``TestService/contradict(_:)``) does what the case's last words
/// say. Where a fact can be wrong in two ways, it has two cases.
public enum Assumption: String, CaseIterable, Sendable {
  // MARK: Login

  /// A token may both read and write; else writing is 403 with every token.
  case oneTokenReadsAndWrites
  /// An expired token is 401; else it is 403 without a body.
  case expiredTokenIsNot403
  /// An expired token is 401; else it is 400 with a web page.
  case expiredTokenIsNot400
  /// A refresh token stays the same; else each refresh gives a new one and ends the old one.
  case refreshTokenStays
  /// A refresh repeats the refresh token; else its response has none, and the old one stays.
  case refreshTokenIsRepeated
  /// An access token lives for an hour; else for twenty seconds.
  case tokensLiveAnHour

  // MARK: Reading

  /// The words of semesters are understood by one endpoint alone; else by all.
  case wordsAreForOneEndpoint
  /// The endpoint of semester codes understands words; else it refuses them with 400.
  case semesterWordsAreUnderstood
  /// A semester code comes as text; else as an object.
  case semesterCodeIsText
  /// Hidden items are shown unless `showHidden` is `false`; else only when it is `true`.
  case hiddenItemsAreShownByDefault
  /// Teachers may see hidden items of a student; others may not, whatever they request.
  case teachersSeeHiddenItems
  /// Pages of notifications are counted from 0; else from 1, and 0 is the first one, too.
  case pagesStartAtZero
  /// The page 0 of notifications exists; else it is 400.
  case pageZeroExists
  /// All notifications come in an object, like the new ones; else as a list.
  case allNotificationsAreWrapped
  /// Settings have the members with which they are written; else others.
  case settingsAreReadAsWritten
  /// The definitions of 2021 (17–19) exist; else they are 404.
  case newDefinitionsExist
  /// The definitions of 2018 (11–16) exist; else they are 404.
  case oldDefinitionsExist
  /// Ids of groups are texts; else numbers.
  case groupIdsAreTexts
  /// The type of a group is a text; else an object.
  case groupTypesAreTexts
  /// The three members of an aggregation are texts or null; else lists and objects.
  case aggregationsAreTexts
  /// An item has no skills; else it has objects there.
  case skillsAreEmpty
  /// The only error of an overview is `MISSING_DATA`; else there are others.
  case overviewErrorsAreMissingData
  /// An overview lists all courses; else only those with definitions that have values.
  case overviewListsAllCourses
  /// Editors come as a list; else as an object with a list of objects.
  case editorsAreAList
  /// Functions of expressions come as a list; else as an object.
  case functionsAreAList

  // MARK: Saving

  /// Students are notified unless `notify` is `false`; else only when it is `true`.
  case savingNotifiesByDefault
  /// An omitted note erases the stored one; else the stored one stays.
  case omittedNoteErases
  /// A note may be omitted; else that is 400.
  case noteMayBeOmitted
  /// The value null is accepted; else it is 400.
  case nullIsAccepted
  /// The value null clears; else it is accepted and the stored value stays.
  case nullClears
  /// A computed item in a request is left out; else the request is 400.
  case computedItemsAreLeftOut
  /// A request is carried out whole or not at all; else what is valid is stored, and the rest is 400.
  case requestsAreWhole
  /// The time of a value may be null; else 409 where the cell has one.
  case timestampMayBeNull
  /// The time of a value is not validated; else 400 where it is not null and not that of the cell.
  case timestampIsNotValidated
  /// The bounds of an item are advice; else values outside of them are 400.
  case boundsAreAdvice
  /// The bounds of an item change no value; else the nearest bound is stored instead of a value outside of them.
  case boundsChangeNoValue
  /// The items of 2021 are changed with 20–22; else these are 404.
  case newDefinitionChangesExist

  // MARK: Errors and limits

  /// A request that cannot be accepted is 400; else 500 with a web page.
  case invalidRequestsAre400
  /// What does not exist is 404; else 400 with a text.
  case missingIs404
  /// There is no limit on requests; else every third one is 429, to be repeated after a second.
  case requestsAreUnlimited
  /// There is no limit on sizes; else a body of more than 1,000 bytes is 413.
  case bodiesAreUnlimited

  /// The number of the open question (Service contract, 10).
  public var question: Int {
    switch self {
    case .oneTokenReadsAndWrites: 1
    case .expiredTokenIsNot403, .expiredTokenIsNot400, .invalidRequestsAre400, .missingIs404: 2
    case .wordsAreForOneEndpoint, .semesterWordsAreUnderstood, .semesterCodeIsText: 3
    case .hiddenItemsAreShownByDefault, .teachersSeeHiddenItems, .savingNotifiesByDefault: 4
    case .omittedNoteErases, .noteMayBeOmitted, .nullIsAccepted, .nullClears,
      .computedItemsAreLeftOut, .requestsAreWhole, .timestampMayBeNull, .timestampIsNotValidated,
      .boundsAreAdvice, .boundsChangeNoValue:
      5
    case .pagesStartAtZero, .pageZeroExists, .allNotificationsAreWrapped,
      .settingsAreReadAsWritten, .editorsAreAList, .functionsAreAList:
      6
    case .newDefinitionsExist, .oldDefinitionsExist, .newDefinitionChangesExist: 7
    case .groupIdsAreTexts, .groupTypesAreTexts, .aggregationsAreTexts, .skillsAreEmpty: 8
    case .overviewErrorsAreMissingData, .overviewListsAllCourses: 9
    case .refreshTokenStays, .refreshTokenIsRepeated, .tokensLiveAnHour: 10
    case .requestsAreUnlimited, .bodiesAreUnlimited: 11
    }
  }

  /// The section of the service contract that has the fact.
  public var section: String {
    switch self {
    case .oneTokenReadsAndWrites: "4.1"
    case .expiredTokenIsNot403, .expiredTokenIsNot400, .invalidRequestsAre400, .missingIs404:
      "3.3"
    case .refreshTokenStays, .refreshTokenIsRepeated, .tokensLiveAnHour: "4.4"
    case .wordsAreForOneEndpoint: "3.4"
    case .semesterWordsAreUnderstood, .semesterCodeIsText: "6.3"
    case .hiddenItemsAreShownByDefault, .teachersSeeHiddenItems: "6.7"
    case .pagesStartAtZero, .pageZeroExists, .allNotificationsAreWrapped: "6.14"
    case .settingsAreReadAsWritten: "6.15"
    case .newDefinitionsExist, .oldDefinitionsExist, .newDefinitionChangesExist: "5"
    case .groupIdsAreTexts, .groupTypesAreTexts: "6.6"
    case .aggregationsAreTexts, .skillsAreEmpty: "6.9"
    case .overviewErrorsAreMissingData, .overviewListsAllCourses: "6.4"
    case .editorsAreAList: "6.12"
    case .functionsAreAList: "6.13"
    case .savingNotifiesByDefault, .omittedNoteErases, .noteMayBeOmitted, .nullIsAccepted,
      .nullClears, .computedItemsAreLeftOut, .requestsAreWhole, .timestampMayBeNull,
      .timestampIsNotValidated, .boundsAreAdvice, .boundsChangeNoValue:
      "6.11"
    case .requestsAreUnlimited, .bodiesAreUnlimited: "10"
    }
  }
}
