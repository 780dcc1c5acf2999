import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

@testable import GradesApp

@MainActor
@Suite("Finding a text among rows")
struct TextFindTests {
  private func courses(_ studied: String..., taught: String) -> Snapshot<CourseList> {
    Snapshot(
      value: CourseList(
        semester: SemesterCode("B261")!,
        studying: studied.map { StudiedCourse(code: CourseCode($0)) },
        teaching: [TaughtCourse(code: CourseCode(taught))]),
      fetchedAt: .usual)
  }

  @Test("A cancelled find goes back to the course, also when one has come above it")
  func courses() {
    var state = CoursesViewModel.State()
    state.all = courses("XI-BBB", "XI-CCC", taught: "XI-BBB")
    for (row, course) in [(1, "XI-CCC"), (2, "XI-BBB")] {
      state.all = courses("XI-BBB", "XI-CCC", taught: "XI-BBB")
      state.focus = row
      _ = state.apply(.text(.begin))
      _ = state.apply(.text(.insert("b")))
      state.all = courses("XI-AAA", "XI-BBB", "XI-CCC", taught: "XI-BBB")
      _ = state.apply(.text(.clear))
      #expect(state.focus == row + 1)
      #expect(state.focused == CourseCode(course))
    }
  }

  @Test("A cancelled find goes back to the notification, with an id or without")
  func notifications() {
    let inbox = ["1", nil, "3"].map { id in
      Inbox.Entry(
        ServiceNotification(
          id: id.map { NotificationID($0) }, course: CourseCode("XI-AAA"), texts: []),
        isRead: false)
    }
    for row in inbox.indices {
      var state = NotificationsViewModel.State(selection: .all)
      state.inbox = Snapshot(value: Inbox(entries: inbox), fetchedAt: .usual)
      state.focus = row
      _ = state.apply(.text(.begin))
      _ = state.apply(.text(.insert("aaa")))
      let newest = Inbox.Entry(
        ServiceNotification(id: NotificationID("4"), course: nil, texts: []), isRead: false)
      state.inbox = Snapshot(value: Inbox(entries: [newest] + inbox), fetchedAt: .usual)
      _ = state.apply(.text(.clear))
      #expect(state.focus == row + 1)
    }
  }
}
