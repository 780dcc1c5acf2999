import Foundation
import GradesClient
import Testing

@Suite("The path of a request")
struct ServicePathTests {
  @Test(
    "keeps escapes and encodes what an address cannot have",
    arguments: [
      ("/public/user-info", "/public/user-info"), ("public/user-info", "/public/user-info"),
      ("/public/courses/XI-AAA.23/", "/public/courses/XI-AAA.23/"),
      ("/public/úkol č. 1", "/public/%C3%BAkol%20%C4%8D.%201"),
      ("/public/A%2FB%20c", "/public/A%2FB%20c"), ("/a@b:c", "/a@b:c"), ("/...", "/..."),
      ("/a?b=c&d=../e f#".replacing("#", with: ""), "/a?b=c&d=../e%20f"), ("/a?", "/a?"),
      ("/a?b=?/:@", "/a?b=?/:@"), ("/a?\u{301}=b", "/a?%CC%81=b"), ("/100%25", "/100%25"),
      ("/a/\u{301}b", "/a/%CC%81b"), ("/a/..\u{301}", "/a/..%CC%81"),
      (#"/a"<>^`{|}"#, "/a%22%3C%3E%5E%60%7B%7C%7D"),
    ])
  func encoding(text: String, path: String) throws {
    #expect(try ServicePath(text).text == path)
  }

  @Test(
    "is rejected where it could address something else",
    arguments: [
      ("", InvalidServicePath.emptyPart), ("/", .emptyPart), ("?a=b", .emptyPart),
      ("//evil.example/x", .emptyPart), ("/a//b", .emptyPart), ("///", .emptyPart),
      ("/public/a/%2F/b", .emptyPart), ("/a%252F/b", .emptyPart),
      ("/a/../b", .dots), ("..", .dots), ("/.", .dots), ("/%2e%2E/x", .dots), ("/a/.%2e", .dots),
      ("/a%2F..%2Fb", .dots), ("/..;a/b", .dots), ("/..?x", .dots), ("/..?\u{301}", .dots),
      // A combining mark makes one character with what stands before it.
      ("/public/..;%CC%81/x", .dots), ("/public/..;\u{301}/x", .dots), ("/a/..%2F%CC%81x", .dots),
      ("/a/../\u{301}x", .dots), ("/a#\u{301}", .fragment), ("//\u{301}x", .emptyPart),
      ("/a%5C%CC%81", .backslash),
      // Decoded more than once.
      ("/%252e%252e/x", .dots), ("/a%252F%25252e%2e", .dots), ("/%25%32e", .dots),
      ("/a%255Cb", .backslash), ("/a%250Ab", .controlCharacter),
      ("/a\\..\\b", .backslash), ("/a%5C..", .backslash),
      ("/a\r\nX-Evil: 1", .controlCharacter), ("/a\u{0}", .controlCharacter),
      ("/a?b=\n", .controlCharacter), ("/a%0d%0aX", .controlCharacter),
      ("/a%00", .controlCharacter),
      ("/a\u{9B}", .controlCharacter), ("/a#b", .fragment), ("/a?b#c", .fragment),
      ("/a%", .percent), ("/a%4", .percent), ("/a%zz", .percent), ("/a?b=%", .percent),
      ("/a%FF", .percent),
    ])
  func hostile(text: String, reason: InvalidServicePath) {
    #expect(throws: reason) { try ServicePath(text) }
  }

  @Test("of names has each encoded alone")
  func parts() throws {
    let path = try ServicePath(parts: ["public", "courses", "A/B..", "a b", "100%", "/"])
    #expect(path.text == "/public/courses/A%2FB../a%20b/100%25/%2F")
    #expect(throws: InvalidServicePath.emptyPart) { try ServicePath(parts: []) }
  }

  @Test(
    "of names is rejected where one could address something else",
    arguments: [
      ("", InvalidServicePath.emptyPart), ("..", .dots), ("../../admin", .dots), ("A/../B", .dots),
      ("a/..;\u{301}", .dots), ("../\u{301}x", .dots), ("%2e.", .dots), ("%252e%2f", .dots),
      ("a\\b", .backslash), ("a\n", .controlCharacter),
    ])
  func hostileParts(name: String, reason: InvalidServicePath) {
    #expect(throws: reason) { try ServicePath(parts: ["a", name]) }
  }

  @Test("takes further items of the query")
  func query() throws {
    let item = (name: "a b", value: "&=?")
    #expect(try ServicePath("/a").adding([item]).text == "/a?a%20b=%26%3D%3F")
    #expect(
      try ServicePath("/a?b").adding([item, item]).text == "/a?b&a%20b=%26%3D%3F&a%20b=%26%3D%3F")
    #expect(try ServicePath("/a?").adding([item]).text == "/a?a%20b=%26%3D%3F")
  }

  @Test("has an item of its query replaced")
  func setting() throws {
    let path = try ServicePath("/a?page=3&x=%20y&page=4")
    #expect(path.value(of: "page") == "3")
    #expect(path.value(of: "pages") == nil)
    #expect(path.setting("page", to: "5").text == "/a?x=%20y&page=5")
    #expect(try ServicePath("/a").setting("page", to: "1").text == "/a?page=1")
  }

  @Test(
    "may be given with the base address before it",
    arguments: [
      "https://grades.example.org/api/v1/public/x?y=1",
      "HTTPS://GRADES.example.org:443/api/v1/public/x?y=1",
      "/public/x?y=1", "/api/v1/public/x?y=1",
    ])
  func own(text: String) throws {
    let base = try #require(URL(string: "https://grades.example.org/api/v1/"))
    #expect(try ServicePath(text, below: base).text == "/public/x?y=1")
    let marked = text.replacing("?", with: "?\u{301}")
    #expect(try ServicePath(marked, below: base).text == "/public/x?%CC%81y=1")
  }

  @Test(
    "is rejected with any other address before it",
    arguments: [
      "https://evil.example/api/v1/public/x", "http://grades.example.org/api/v1/public/x",
      "https://grades.example.org:444/api/v1/public/x", "https://grades.example.org/api/v10/x",
      "https://grades.example.org/api/v1", "https://grades.example.org.evil.example/api/v1/x",
      "https://grades.example.org@evil.example/api/v1/x", "https://a:b@grades.example.org/api/v1/x",
      "https:/api/v1/x", "file:///etc/passwd", "https://[/api/v1/x",
    ])
  func other(text: String) throws {
    let base = try #require(URL(string: "https://grades.example.org/api/v1"))
    #expect(throws: InvalidServicePath.otherAddress) { try ServicePath(text, below: base) }
    #expect(throws: InvalidServicePath.dots) {
      try ServicePath("https://grades.example.org/api/v1/../x", below: base)
    }
  }
}
