import GradesClient
import Testing

@testable import GradesCore

@Suite("What was read of students")
struct CellGridTests {
  @Test("Null in a later response erases nothing that is known, and a new value replaces it")
  func merge() {
    let username = Username("zkusade1")
    var reading = CellGrid()
    reading.add(
      Student(
        username: username, firstName: "Adéla", lastName: "Zkušební", email: "a@example.org",
        personalNumber: "900001"), [:])
    var other = CellGrid()
    other.add(
      Student(username: username, firstName: nil, lastName: nil, email: "b@example.org"), [:])
    reading.merge(other)
    #expect(
      reading.people[username]
        == Student(
          username: username, firstName: "Adéla", lastName: "Zkušební", email: "b@example.org",
          personalNumber: "900001"))
  }
}
