/// What a person reviews before publishing, in a command or in the app: changes of some courses, and what
/// became of unconfirmed changes when they were read.
public struct Review: Equatable, Sendable {
  /// The courses' changes; nil before they have been read.
  public var courses: [CourseReview]? {
    didSet { totals = ReviewTotals(courses ?? []) }
  }
  /// The numbers of all courses.
  public private(set) var totals: ReviewTotals
  /// What became of changes that were unconfirmed before.
  public var confirmed: PublishReport

  /// Makes a review.
  public init(_ courses: [CourseReview]? = nil, confirmed: PublishReport = PublishReport()) {
    self.courses = courses
    self.confirmed = confirmed
    totals = ReviewTotals(courses ?? [])
  }

  /// The courses of which publishing would send or settle anything.
  public var publishable: [CourseReview] { (courses ?? []).filter(\.isPublishable) }

  /// Skips a draft in the next publishing, or no longer skips it.
  public mutating func toggleSkipped(_ draft: Int64) {
    guard
      let index = courses?.firstIndex(where: { $0.drafts.contains { $0.id == draft } })
    else { return }
    courses?[index].toggleSkipped(draft)
  }
}
