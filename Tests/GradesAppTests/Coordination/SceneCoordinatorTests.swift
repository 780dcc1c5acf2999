import GradesClient
import Testing

@testable import GradesApp

/// Which scene leads where, and what the stack of open scenes looks like.
@Suite("The scene coordinator")
@MainActor
struct SceneCoordinatorTests {
  private let course = CourseCode("XI-AAA.23")
  private let other = CourseCode("XI-BBB")
  private let student = Username("zkusade1")

  @Test("A student looks at a course, at the notifications, and goes back to the courses")
  func studentsWay() {
    let coordinator = SceneCoordinator(opening: .login)
    #expect(coordinator.stack == [.login])
    coordinator.follow(.restart([.courses]))
    #expect(coordinator.stack == [.courses])
    #expect(coordinator.go(to: .course(course)))
    #expect(coordinator.go(to: .notifications))
    #expect(coordinator.stack == [.courses, .course(course), .notifications])
    #expect(coordinator.go(to: .course(other)))
    #expect(coordinator.top == .course(other))
    #expect(coordinator.go(to: .settings))
    for _ in 0..<4 { #expect(coordinator.go(to: .back)) }
    #expect(coordinator.stack == [.courses])
    #expect(coordinator.go(to: .back))
    #expect(coordinator.stack.isEmpty)
    #expect(!coordinator.go(to: .back))
  }

  @Test("The changes are one key away in each scene of a student")
  func changes() {
    for scene in [Scene.courses, .course(course), .notifications] {
      #expect(SceneCoordinator.navigation(from: scene, to: .changes) == .push(.changes))
    }
    #expect(
      SceneCoordinator.navigation(from: .changes, to: .notifications) == .push(.notifications))
  }

  @Test("A teacher opens a student, searches another one, and reviews")
  func teachersWay() {
    let coordinator = SceneCoordinator(opening: .courses)
    #expect(coordinator.go(to: .teaching(course)))
    #expect(coordinator.go(to: .student(course, student)))
    #expect(coordinator.go(to: .search))
    let another = Username("druhyst2")
    #expect(coordinator.go(to: .student(course, another)))
    #expect(
      coordinator.stack == [
        .courses, .group(course, .usual), .student(course, another),
      ])
    #expect(coordinator.go(to: .review))
    #expect(coordinator.top == .review(course))
    #expect(coordinator.go(to: .student(course, student)))
    #expect(coordinator.top == .student(course, student))
    coordinator.follow(.push(.review(course)))
    #expect(coordinator.go(to: .quit))
    #expect(coordinator.top == nil)
  }

  @Test("A scene that can be gone back from has the courses behind it")
  func behind() {
    #expect(SceneAddress(.course(course)).stack == [.courses, .course(course)])
    #expect(SceneAddress(.settings).stack == [.courses, .settings])
  }

  @Test("A scene is named in words, or as one text in quotation marks")
  func named() throws {
    for option in [["course", course.rawValue], ["course \(course)"]] {
      #expect(try SceneAddress(option: option)?.scene == .course(course))
    }
  }

  @Test("A scene that is open already is gone back to")
  func noSceneTwice() {
    let coordinator = SceneCoordinator(opening: .courses)
    coordinator.follow(.push(.course(course)))
    coordinator.follow(.push(.notifications))
    coordinator.follow(.push(.course(course)))
    #expect(coordinator.stack == [.courses, .course(course)])
    coordinator.follow(.replace(.courses))
    #expect(coordinator.stack == [.courses])
  }

  @Test("Another login opens over the settings; after it, the scenes are new")
  func anotherLogin() {
    let coordinator = SceneCoordinator(opening: .settings)
    #expect(coordinator.go(to: .signIn))
    #expect(coordinator.stack == [.courses, .settings, .login])
    #expect(coordinator.go(to: .back))
    #expect(coordinator.stack == [.courses, .settings])
    coordinator.follow(.restart([.courses]))
    #expect(coordinator.stack == [.courses])
    coordinator.follow(.restart([.login]))
    #expect(coordinator.stack == [.login])
    #expect(coordinator.go(to: .back))
    #expect(coordinator.stack.isEmpty)
  }

  @Test("Where no way leads")
  func nowhere() {
    for (scene, destination) in [
      (Scene.login, Destination.settings), (.settings, .settings), (.settings, .course(course)),
      (.course(course), .student(course, student)), (.login, .course(course)),
      (.group(course, .all), .student(other, student)), (.notifications, .review),
    ] {
      #expect(SceneCoordinator.navigation(from: scene, to: destination) == nil)
      #expect(!SceneCoordinator(opening: scene).go(to: destination))
    }
  }

  @Test("Logging in again leads back, and again to where it points")
  func loggingIn() {
    let coordinator = SceneCoordinator(stack: [.courses, .course(course)])
    #expect(coordinator.go(to: .signIn))
    #expect(coordinator.stack == [.courses, .course(course), .login])
    #expect(!coordinator.go(to: .signIn))
    #expect(coordinator.go(to: .back))
    #expect(coordinator.top == .course(course))
    coordinator.follow(.restart([.courses, .settings]))
    #expect(coordinator.stack == [.courses, .settings])
    #expect(SceneCoordinator(opening: .login).go(to: .back))
  }

  @Test("Everywhere one can quit")
  func quit() {
    for scene in [
      Scene.login, .courses, .course(course), .group(course, .all), .student(course, student),
      .studentSearch(course), .review(nil), .notifications, .settings,
    ] { #expect(SceneCoordinator.navigation(from: scene, to: .quit) == .quit) }
  }
}

extension SceneCoordinator {
  fileprivate convenience init(opening scene: Scene) {
    self.init(stack: scene == .courses || scene == .login ? [scene] : [.courses, scene])
  }

  /// Goes where the visible scene leads; returns whether it leads there.
  fileprivate func go(to destination: Destination) -> Bool {
    guard let top, let navigation = Self.navigation(from: top, to: destination) else {
      return false
    }
    follow(navigation)
    return true
  }
}
