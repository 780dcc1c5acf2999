/// A course of the sample in one semester.
struct CoursePlan: Sendable {
  typealias Head = (
    code: String, czech: String, english: String?, completion: String, credits: Int,
    classes: [String]
  )

  var head: Head
  var semester: String
  var scheme: [ItemPlan]
  /// The number of students; nil means all.
  var size: Int?
  var teachers: [DemoAccounts.Person]
  /// The demo accounts that study it.
  var students: [DemoAccounts.Person]
  /// The teachers who may change the structure.
  var editors: [DemoAccounts.Person]
  /// Whether the course is missing in one of the two lists (Service contract, 6.2 and 6.4).
  var isInRoles: Bool
  var isInOverview: Bool
}

/// The sample's semesters and courses.
enum SampleFaculty {
  /// The semesters with data, oldest first, and the year whose shape their answers have.
  static let semesters: [(code: String, shape: AnswerShape)] = [
    ("B241", .year2018), ("B242", .year2019), ("B251", .year2021), ("B252", .year2021),
    ("B261", .year2021),
  ]

  /// The current semester.
  static let current = "B261"

  static let courses: [CoursePlan] = [
    course(zpt, "B241", GradingSchemes.of2018, 12, teachers: [teacher, colleague], students: []),
    course(pga, "B241", GradingSchemes.of2018, 12, students: [student, both]),
    course(mat, "B241", GradingSchemes.of2018, 12, students: [student, both]),
    course(bez, "B241", GradingSchemes.of2018, 15, students: [student]),
    course(alg, "B242", GradingSchemes.theory, 12, teachers: [teacher, colleague]),
    course(osy, "B242", GradingSchemes.programming, 12, students: [student, both]),
    course(
      zpt, "B251", GradingSchemes.programming, 12, teachers: [teacher, colleague],
      students: [both]),
    course(
      dat, "B251", GradingSchemes.programming, 12, teachers: [teacher, colleague],
      students: []),
    course(pst, "B251", GradingSchemes.theory, 15),
    course(mat, "B251", GradingSchemes.theory, 10, students: []),
    course(tva, "B251", [], 10),
    course(web, "B252", GradingSchemes.project, 12),
    course(
      alg, "B252", GradingSchemes.networks, 12, teachers: [teacher, colleague],
      students: [both]),
    course(
      pga, "B252", GradingSchemes.programming, 10, teachers: [both, colleague],
      students: [student], editors: [colleague]),
    course(zpt, current, GradingSchemes.programming, 30, teachers: [teacher, colleague]),
    course(dat, current, GradingSchemes.databases, 40, teachers: [teacher, colleague, both]),
    course(
      bez, current, GradingSchemes.safety, nil, teachers: [teacher, colleague],
      students: [student, both], editors: [colleague]),
    course(log, current, GradingSchemes.theory, 20, students: [student, both]),
    course(sit, current, GradingSchemes.networks, 20, students: [student, both]),
    course(prj, current, GradingSchemes.project, 12, students: [student, both]),
    course(teo, current, GradingSchemes.nothingYet, 15),
    course(tva, current, [], 10, isInOverview: false),
    course(eko, current, GradingSchemes.passOrFail, 10, isInRoles: false),
  ]

  private static let student = DemoAccounts.student
  private static let teacher = DemoAccounts.teacher
  private static let colleague = DemoAccounts.colleague
  private static let both = DemoAccounts.both

  private typealias Head = CoursePlan.Head

  private static let zpt: Head = (
    "XI-ZPT.23", "Základy programovacích technik", "Basics of Programming Techniques",
    "CLFD_CREDIT", 5, ["LECTURE", "TUTORIAL"]
  )
  private static let dat: Head = (
    "XI-DAT.23", "Databázové systémy", "Database Systems", "CREDIT_EXAM", 6,
    ["LECTURE", "TUTORIAL"]
  )
  private static let bez: Head = (
    "XI-BEZ.22", "Bezpečnost a ochrana zdraví", "Health and Safety", "CREDIT", 1, ["LECTURE"]
  )
  private static let pga: Head = (
    "XI-PGA.21", "Programování a algoritmizace", "Programming and Algorithms", "CREDIT_EXAM", 7,
    ["LECTURE", "TUTORIAL", "LABORATORY"]
  )
  private static let mat: Head = (
    "XI-MAT.21", "Matematika pro informatiky", "Mathematics for Informatics", "CREDIT_EXAM", 6,
    ["LECTURE", "TUTORIAL"]
  )
  private static let alg: Head = (
    "XI-ALG.21", "Algoritmy a grafy", "Algorithms and Graphs", "CREDIT_EXAM", 6,
    ["LECTURE", "TUTORIAL"]
  )
  private static let osy: Head = (
    "XI-OSY.21", "Operační systémy", "Operating Systems", "CREDIT_EXAM", 5,
    ["LECTURE", "LABORATORY"]
  )
  private static let pst: Head = (
    "XI-PST.21", "Pravděpodobnost a statistika", "Probability and Statistics", "CREDIT_EXAM", 5,
    ["LECTURE", "TUTORIAL"]
  )
  private static let web: Head = (
    "XI-WEB.22", "Webové technologie", "Web Technologies", "CLFD_CREDIT", 4, ["LABORATORY"]
  )
  private static let log: Head = (
    "XI-LOG.23", "Logika a množiny", "Logic and Sets", "CREDIT_EXAM", 5, ["LECTURE", "TUTORIAL"]
  )
  private static let sit: Head = (
    "XI-SIT.21", "Počítačové sítě", "Computer Networks", "CREDIT_EXAM", 5,
    ["LECTURE", "LABORATORY"]
  )
  private static let prj: Head = (
    "XI-PRJ.22", "Softwarový týmový projekt", "Software Team Project", "CLFD_CREDIT", 4,
    ["TUTORIAL"]
  )
  private static let teo: Head = (
    "XI-TEO.24", "Teorie her", "Game Theory", "EXAM", 4, ["LECTURE"]
  )
  private static let tva: Head = (
    "XI-TVA", "Tělesná výchova", "Physical Education", "NOTHING", 0, []
  )
  private static let eko: Head = (
    "XI-EKO.21", "Ekonomika podnikání", nil, "CREDIT", 3, ["LECTURE"]
  )

  private static func course(
    _ head: Head, _ semester: String, _ scheme: [ItemPlan], _ size: Int?,
    teachers: [DemoAccounts.Person] = [DemoAccounts.colleague],
    students: [DemoAccounts.Person] = [DemoAccounts.student],
    editors: [DemoAccounts.Person]? = nil, isInRoles: Bool = true, isInOverview: Bool = true
  ) -> CoursePlan {
    CoursePlan(
      head: head, semester: semester, scheme: scheme, size: size, teachers: teachers,
      students: students, editors: editors ?? teachers, isInRoles: isInRoles,
      isInOverview: isInOverview)
  }
}
