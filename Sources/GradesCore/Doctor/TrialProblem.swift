import Foundation
import GradesClient

/// Why a trial does not begin.
public enum TrialProblem: Error, Hashable, Sendable {
  /// The file of what is to be restored cannot be written.
  case backupUnwritable(URL, isFull: Bool)
  /// The file cannot be read.
  case backupUnreadable(URL)
  /// The content of the file is damaged.
  case backupDamaged(URL)
  /// Another process tries.
  case busy
  /// The course has no test students, so a username is needed.
  case noTestStudents(CourseCode)
  /// The course has no such student.
  case unknownStudent(String)
  /// The course has no such item.
  case unknownItem(String)
  /// The item is computed by the service.
  case computedItem(String)
  /// The cell of a student who is no test student has no value.
  case noValue(GradeCell)
  /// The cell has the note of a trial that is not in this file: of another profile or computer.
  case leftBehind(GradeCell)
  /// An interrupted trial belongs to another user.
  case otherOwner(TrialCell)
}
