import GradesClient

/// Points and grade out of a course's overview.
///
/// The rule is the one for a student's items (`grades-api.md` 6.7), by the values' own types: the
/// overview does not say which types were meant, and there may be none or several of a kind (6.4).
struct OverviewResult {
  let points: Double?
  let grade: String?
  /// The first of the service's codes that does not mean "not graded yet".
  let error: String?

  init(_ overview: CourseOverview) {
    let totals = overview.items.filter { $0.type == .pointsTotal }
    let scores = overview.items.filter { $0.type == .finalScore }
    points =
      (totals + scores).lazy.compactMap { item -> Double? in
        if case .number(let number) = item.value { number } else { nil }
      }.first
    grade =
      scores.lazy.compactMap { item -> String? in
        if case .text(let text) = item.value { text } else { nil }
      }.first
    error =
      points != nil
      ? nil
      : (totals + scores).lazy.compactMap(\.error).first { !$0.isEmpty && $0 != "MISSING_DATA" }
  }
}
