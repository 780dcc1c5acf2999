import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// The courses of a semester as a table, a document and CSV.
struct CoursesReport: Report {
  let courses: Snapshot<CourseList>
  /// The courses that come first for people, in order.
  let pinned: [CourseCode]
  let user: UserInfo
  let hiddenCount: Int
  /// How many cells of each course have drafts.
  let draftCounts: [CourseCode: Int]
  /// The courses whose edited structure is a draft.
  let structureDrafts: Set<CourseCode>
  /// How many notifications of each course are unread.
  let unreadCounts: [CourseCode: Int]
  let strings: Strings

  private var list: CourseList { courses.value }

  var table: Table {
    let list = list.pinning(pinned)
    let values = ValueText(strings)
    let semester = "\(strings.title(of: list.semester)) (\(list.semester))"
    var table = Table(
      title: .init(
        leading: StyledText(semester, .heading), trailing: StyledText(user.fullName, .quiet)),
      columns: [
        .init(), .init(title: strings(.coursesColumnCourse), leastWidth: 12, overflow: .wrap),
        .init(title: strings(.coursesColumnPoints), alignment: .decimal),
        .init(title: strings(.coursesColumnGrade), alignment: .right),
        .init(title: strings(.coursesColumnUnread), narrowing: .folds(order: 1)),
      ],
      sections: [])
    if list.codes.isEmpty {
      let name: Argument = .text(strings.title(of: list.semester))
      table.sections = [
        .init(rows: [], emptyText: StyledText(strings(.coursesEmpty, [.semester: name])))
      ]
    }
    table.sections += [
      .init(
        title: StyledText(strings(.coursesStudying), .heading),
        rows: list.studying.map { course in
          let points =
            course.points.map { Table.Cell.text(values.text($0)) }
            ?? .text(course.pointsError ?? ValueText.nothing, .quiet)
          let grade = Table.Cell.text(values.grade(course.grade))
          let unread = unreadCounts[course.code].map { Table.Cell.text("● \($0)", .mark) }
          return .init(
            cells: [
              .text(course.code.rawValue), .text(course.name ?? ""), points, grade,
              unread ?? .empty,
            ])
        }),
      .init(
        title: StyledText(strings(.coursesTeaching), .heading),
        rows: list.teaching.map { course in
          let drafts = strings.drafts(
            draftCounts[course.code], structure: structureDrafts.contains(course.code)
          ).map { Table.Cell.spilling(StyledText($0, .mark)) }
          return .init(
            cells: [.text(course.code.rawValue), .text(course.name ?? ""), drafts ?? .empty])
        }),
    ]
    if hiddenCount > 0 {
      table.remarks.append(
        StyledText(strings(.coursesHidden, [.count: .count(hiddenCount)]), .quiet))
    }
    return table
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("semester", list.semester.rawValue)
      $0.array("studying", of: list.studying) { writer, course in
        writer.object {
          $0.member("code", course.code.rawValue)
          $0.member("name", course.name)
          $0.member("points", course.points)
          $0.member("grade", course.grade)
          $0.member("credits", course.credits)
          $0.member("completion", course.completion?.rawValue)
          $0.member("pinned", pinned.contains(course.code))
        }
      }
      $0.array("teaching", of: list.teaching) { writer, course in
        writer.object {
          $0.member("code", course.code.rawValue)
          $0.member("name", course.name)
          $0.member("pinned", pinned.contains(course.code))
        }
      }
      $0.member("fetchedAt", courses.fetchedAt)
      $0.member("stale", courses.isStale)
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: ["role", "code", "name", "points", "grade"])
    for course in list.studying {
      csv.append([
        .text("student"), .text(course.code.rawValue), .name(course.name),
        .value(course.points), .value(course.grade),
      ])
    }
    for course in list.teaching {
      csv.append([
        .text("teacher"), .text(course.code.rawValue), .name(course.name), .empty, .empty,
      ])
    }
    return csv
  }
}

extension Strings {
  /// What of a course is a draft: so many values, and its structure; nil for nothing.
  func drafts(_ count: Int?, structure: Bool) -> String? {
    let parts = [
      count.map { self(.coursesDrafts, [.count: .count($0)]) },
      structure ? self(.coursesStructureDraft) : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
