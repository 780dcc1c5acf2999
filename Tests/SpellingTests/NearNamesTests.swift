import Spelling
import Testing

@Suite("Near names")
struct NearNamesTests {
  @Test(
    "A slip of the finger is near, another word is not",
    arguments: [
      ("du2", ["du1", "test"], ["du1"]), ("logn", ["log", "login", "connect"], ["login", "log"]),
      ("corse", ["courses", "changes"], ["courses"]), ("MARKED", ["marked"], ["marked"]),
      ("x", ["y"], []), ("", ["a"], []), ("exam", [], []), ("quiz", ["test"], []),
    ])
  func near(typed: String, names: [String], expected: [String]) {
    #expect(NearNames.find(typed, among: names) == expected)
  }

  @Test("Swapped letters are one mistake")
  func swapped() {
    #expect(NearNames.find("tset", among: ["test"]) == ["test"])
  }

  @Test("The nearest names come first, others in their order, and no more than asked for")
  func order() {
    let names = ["tast2", "tost", "test", "tist"]
    #expect(NearNames.find("test", among: names) == ["test", "tost", "tist"])
    #expect(NearNames.find("test", among: names, limit: 1) == ["test"])
  }

  @Test("The nearest of several spellings counts")
  func spellings() {
    let courses = ["XI-AAA.23", "XI-BBB.23"]
    let near = NearNames.find("XI-AAB", among: courses) { [$0, String($0.prefix(6))] }
    #expect(near == ["XI-AAA.23", "XI-BBB.23"])
  }

  @Test("A very long word costs no more than its first letters")
  func long() {
    let word = String(repeating: "a", count: 1_000_000)
    #expect(NearNames.find(word, among: ["login"]) == [])
  }
}
