import JSON
import Loopback

/// Definitions of items, read in the ways of 2018 and of 2021 (Service contract, 6.9).
enum DefinitionEndpoints {
  /// GET 11 and 17: the list in the way of 2018 or of 2021.
  static func list(old isOld: Bool) -> Endpoint.Handler {
    { call in
      let (tree, language) = try read(call, isOld: isOld)
      return .json(
        200,
        tree.course.json {
          $0.array(of: tree.listed) { writer, item in
            writer.object { tree.write(item, language: language, to: &$0) }
          }
        })
    }
  }

  /// GET 14 and 18: one item in the way of 2018 or of 2021.
  static func item(old isOld: Bool) -> Endpoint.Handler {
    { call in
      let (tree, language) = try read(call, isOld: isOld)
      let item = try call.item(in: tree.items)
      return .json(
        200, tree.course.json { $0.object { tree.write(item, language: language, to: &$0) } })
    }
  }

  /// GET 19: the roots with their children in them.
  static func hierarchy(_ call: Call) throws -> ServerResponse {
    let (tree, language) = try read(call, isOld: false)
    func write(_ items: [ItemRow], to writer: inout JSONWriter) {
      writer.array(of: items) { writer, item in
        writer.object {
          tree.write(item, language: language, to: &$0)
          $0.name("children")
          write(tree.children(of: item), to: &$0)
        }
      }
    }
    return .json(200, tree.course.json { write(tree.children(of: nil), to: &$0) })
  }

  /// The definitions of the course in the path, and the language of the query.
  ///
  /// Service accounts do not use the endpoints of 2018. The service of 2018 had none of the others: clients fall
  /// back to 11 on its 404.
  private static func read(_ call: Call, isOld: Bool) throws -> (ItemTree, language: String?) {
    let course = try call.taughtCourse()
    if isOld { _ = try call.person() }
    guard isOld || course.shape != .year2018 else { throw Refusal.notFound }
    let language = try call.language()
    return (ItemTree(course: course, items: try call.database.items(of: course)), language)
  }
}
