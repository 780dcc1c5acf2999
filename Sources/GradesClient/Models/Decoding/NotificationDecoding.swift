import JSON

extension ServiceNotification {
  /// Reads the response of endpoints 29 and 30, whose list is wrapped (Service contract, 6.14); a
  /// bare list is accepted, too.
  package static func list(reading node: JSONNode) throws -> [ServiceNotification] {
    if !node.isObject { return try node.list(ServiceNotification.init(reading:)) }
    let object = try node.object()
    guard object.has("notifications") else { throw object.missing("notifications") }
    return try object.list("notifications", ServiceNotification.init(reading:))
  }

  /// Reads one notification. Nothing in it may prevent the others from being shown, so an
  /// unreadable part is shown as received.
  private init(reading node: JSONNode) {
    guard let object = try? node.object() else {
      self.init(id: nil, course: nil, texts: [NotificationText(showing: node)])
      return
    }
    let course = (try? object.filledText("courseCode")).flatMap { $0 }
    var texts = (try? object.elements("notificationTextDtos"))?.map(NotificationText.init(reading:))
    if texts?.isEmpty ?? true { texts = [NotificationText(showing: node)] }
    self.init(
      id: (try? object.filledText("id")).flatMap { $0 }.map(NotificationID.init),
      course: course.map { CourseCode($0) }, url: (try? object.filledText("url")).flatMap { $0 },
      texts: texts ?? [])
  }
}

extension NotificationText {
  fileprivate init(reading node: JSONNode) {
    guard let object = try? node.object(), let text = try? object.text("text") else {
      self.init(showing: node)
      return
    }
    self.init(
      language: (try? object.filledText("identifier")).flatMap { $0 },
      title: (try? object.filledText("title")).flatMap { $0 }, text: text)
  }

  /// A part of unknown shape, as received.
  fileprivate init(showing node: JSONNode) {
    self.init(language: nil, title: nil, text: (try? node.text()) ?? node.source)
  }
}

extension ServiceSettings {
  /// Reads the response of endpoint 35, whose shape is unknown (Service contract, 6.15): expects
  /// the names of the writing endpoints.
  package init(reading node: JSONNode) throws {
    let object = try node.object()
    self.init(
      unsubscribesEmails: (try? object.boolean("unsubscribeEmails")).flatMap { $0 },
      studied: CourseChoice.list(object["studentCourses"]),
      taught: CourseChoice.list(object["teacherCourses"]))
    for member in object.members() {
      switch member.memberName {
      case "unsubscribeEmails" where unsubscribesEmails != nil: break
      case "studentCourses" where studied != nil: break
      case "teacherCourses" where taught != nil: break
      case let name: others[name] = member.source
      }
    }
  }
}

extension CourseChoice {
  /// Nil unless every element can be read: half a list would look like the whole.
  fileprivate static func list(_ node: JSONNode?) -> [CourseChoice]? {
    guard let node else { return nil }
    return try? node.elements().map { element in
      let object = try element.object()
      return CourseChoice(
        course: CourseCode(try object.requiredText("courseCode")),
        isHidden: try object.boolean("hidden") ?? false,
        isSilenced: try object.boolean("silencedNotifications") ?? false)
    }
  }
}
