/// Unread notifications of the demo student.
struct SampleNotices {
  let people: SamplePeople

  func write(to database: ServiceDatabase) throws {
    guard let student = people.id(of: DemoAccounts.student.username) else { return }
    for (index, code) in ["XI-LOG.23", "XI-ZPT.23", "XI-DAT.23", "XI-SIT.21"].enumerated() {
      guard let course = try database.course(code, in: SampleFaculty.current) else { continue }
      let results = try database.results(of: student, in: course.id)
      let graded = try database.items(of: course).filter {
        !$0.isComputed && !$0.hidden && results[$0.id]?.value != nil
      }
      let changes = graded.prefix(1 + index % 2).map {
        ChangeNotice.Change(item: $0, value: results[$0.id]?.value)
      }
      try database.notify(
        student, of: ChangeNotice(courseCode: code, changes: changes), isRead: index == 0)
    }
  }
}
