import GradesClient

extension [CourseCode] {
  /// The codes with the pinned ones first, in the order of the pins.
  package func pinning(_ pinned: [CourseCode]) -> Self {
    let own = Set(self)
    return pinned.filter(own.contains) + filter { !pinned.contains($0) }
  }
}

extension CourseList {
  /// The list with the pinned courses first in each section, in the order of the pins.
  package func pinning(_ pinned: [CourseCode]) -> Self {
    guard !pinned.isEmpty else { return self }
    func ordered<Course>(_ courses: [Course], _ code: (Course) -> CourseCode) -> [Course] {
      pinned.flatMap { pin in courses.filter { code($0) == pin } }
        + courses.filter { !pinned.contains(code($0)) }
    }
    var list = self
    list.studying = ordered(studying, \.code)
    list.teaching = ordered(teaching, \.code)
    return list
  }
}
