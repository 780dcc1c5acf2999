/// Grades one student of the sample, item by item.
struct SampleGrader {
  /// A graded item.
  struct Mark {
    let item: Int
    let value: CellValue
    let note: String
    let time: Int
    let author: String
  }

  private let course: CoursePlan
  private let manual: [(plan: ItemPlan, id: Int, phase: Double)]

  init(course: CoursePlan, items: [(plan: ItemPlan, row: ItemRow)]) {
    self.course = course
    let plans = items.filter { !$0.row.isComputed }
    // Items are graded in the order of the definitions, spread over the semester.
    manual = plans.enumerated().map { index, item in
      (item.plan, item.row.id, Double(index + 1) / Double(plans.count))
    }
  }

  func marks(
    for student: SamplePeople.Student, using random: inout SeededGenerator
  ) -> [Mark] {
    var marks: [Mark] = []
    // Skill differs between items.
    let skill = student.skill + (random.fraction() - 0.5) * 0.28
    for (index, item) in manual.enumerated() {
      let form = random.fraction()
      let isMissed = random.chance(0.03)
      guard var value = value(of: item.plan, skill: skill, form: form, &random) else {
        continue
      }
      let hasNote = random.chance(0.06)
      let note = hasNote ? Self.notes[random.below(Self.notes.count)] : ""
      let delay = random.below(3_600_000)
      if student.gaveUp && item.phase > 0.3 { continue }
      if isMissed && student.id > 2 { continue }
      if let fixed = fixedMarks[item.plan.identifier],
        student.username == DemoAccounts.student.username
      {
        guard let fixed else { continue }
        value = fixed
      }
      marks.append(
        Mark(
          item: item.id, value: value, note: note,
          time: SampleCalendar.time(in: course.semester, phase: item.phase) + delay,
          author: course.teachers[index % course.teachers.count].username))
    }
    return marks
  }

  private func value(
    of plan: ItemPlan, skill: Double, form: Double, _ random: inout SeededGenerator
  ) -> CellValue? {
    switch plan.source {
    case .nothing, .computed: return nil
    case .flag(let probability): return .flag(form < probability * (0.6 + skill / 2))
    case .text(let texts): return .text(texts[random.below(texts.count)])
    case .points: return .number(points(of: plan, skill: skill, form: form, &random))
    }
  }

  private func points(
    of plan: ItemPlan, skill: Double, form: Double, _ random: inout SeededGenerator
  ) -> Double {
    guard let maximum = plan.maximum else {
      return Double(Int((plan.minimum ?? 0) + form * 2.4))
    }
    if form < 0.02 { return 0 }
    let share = min(1, max(0, skill + (form - 0.5) * 0.34))
    // Machines that correct homework give thousandths.
    if random.chance(0.01) { return (share * maximum * 1000).rounded() / 1000 }
    let steps = maximum <= 10 ? 4.0 : maximum <= 30 ? 2 : 1
    return (share * maximum * steps).rounded() / steps
  }

  /// The demo student's values for every seed: nothing, 0 and no, which must never look alike.
  private var fixedMarks: [String: CellValue?] {
    course.semester == SampleFaculty.current
      ? ["kviz3": 0, "cv4": false, "ukol6": nil, "predtermin": nil] : [:]
  }

  private static let notes = [
    "pozdě", "opraveno po reklamaci", "chybí dokumentace", "výborná práce", "−1 b. za styl",
    "náhradní termín", "viz e-mail", "druhý pokus",
  ]
}
