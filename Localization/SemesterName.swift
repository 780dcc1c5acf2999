extension Strings {
  /// The name of a semester, such as “Winter 2023/24”; the year is the one in
  /// which the academic year begins (Service contract, 3.4).
  package func semester(year: Int, isSummer: Bool) -> String {
    self(isSummer ? .semesterSummer : .semesterWinter, [.year: .text(academicYear(year))])
  }

  private func academicYear(_ year: Int) -> String {
    let end = (year % 100 + 101) % 100
    return "\(year)/\(end < 10 ? "0" : "")\(end)"
  }
}
