/// A value to be stored for one student.
package struct Change {
  let person: Int
  let item: ItemRow
  let value: CellValue?
  let note: String?

  package init(person: Int, item: ItemRow, value: CellValue?, note: String?) {
    self.person = person
    self.item = item
    self.value = value
    self.note = note
  }
}

extension ServiceDatabase {
  /// Stores changed values, computes the dependent ones, and notifies the students.
  ///
  /// - Parameters:
  ///   - time: milliseconds since 1970.
  ///   - author: a username, or the id of a program.
  ///   - notifying: makes one notification for each student.
  package func apply(
    _ changes: [Change], in course: CourseRow, items: [ItemRow], at time: Int, by author: String,
    notifying: Bool
  ) throws {
    for change in changes {
      try keep(
        change.value, note: change.note, of: change.person, for: change.item, at: time, by: author)
    }
    let computation = CourseComputation(of: course.id, items: items)
    var changesOfPerson: [Int: [ChangeNotice.Change]] = [:]
    for change in changes {
      let notice = ChangeNotice.Change(item: change.item, value: change.value)
      changesOfPerson[change.person, default: []].append(notice)
    }
    for person in changesOfPerson.keys.sorted() {
      // Computed values are slightly later, as in the recorded responses.
      try recompute(computation, for: person, at: time + 60)
      // Students are not notified about items that they do not see.
      let visible = (changesOfPerson[person] ?? []).filter { !$0.item.hidden }
      guard notifying, !visible.isEmpty, try !isSilenced(course, for: person) else { continue }
      try notify(person, of: ChangeNotice(courseCode: course.code, changes: visible))
    }
  }

  private func isSilenced(_ course: CourseRow, for person: Int) throws -> Bool {
    try row(
      """
      SELECT 1 FROM courseChoice
      WHERE personId = ? AND semester = ? AND role = 'student' AND code = ? AND silenced
      """, [person, course.semester, course.code]) != nil
  }
}
