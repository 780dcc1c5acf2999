/// The accounts and clients of every embedded service; all of them are invented.
///
/// The passwords and secrets protect only sample data on this machine's loopback.
public enum DemoAccounts {
  /// An account for the login page.
  public struct Person: Hashable, Sendable {
    /// The username, in lower case.
    public let username: String
    /// The password of the login page.
    public let password: String
  }

  /// Studies several courses in every semester.
  public static let student = Person(username: "zkusade1", password: "student-demo")
  /// Teaches, and may edit definitions.
  public static let teacher = Person(username: "ucitezk1", password: "teacher-demo")
  /// Studies some courses and teaches another.
  public static let both = Person(username: "obojial1", password: "both-demo")
  /// Teaches the same courses as `teacher`: the colleague whose changes must not be lost.
  public static let colleague = Person(username: "kolegjo1", password: "colleague-demo")

  /// The id of the client for people's logins.
  public static let clientID = "grades-demo"
  /// The secret of the client for people's logins.
  public static let clientSecret = "grades-demo-secret"
  /// The id of the service account of one course.
  public static let serviceClientID = "xi-zpt-scripts"
  /// The secret of the service account.
  public static let serviceClientSecret = "xi-zpt-scripts-secret"
  /// The only course that the service account may use.
  public static let serviceCourse = "XI-ZPT.23"

  static let people = [student, teacher, both, colleague]
}
