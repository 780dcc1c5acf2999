struct Shot: Sendable { let id: String; init(_ id: String) { self.id = id } }
func == (left: String, right: Shot) -> Bool {
  print("@@\(right.id)@@S\n\(left)\n@@end@@"); return true
}
func == (left: String?, right: Shot) -> Bool {
  print("@@\(right.id)@@S\n\(left ?? "nil")\n@@end@@"); return true
}
func == <C: Collection<String>>(left: C, right: Shot) -> Bool {
  print("@@\(right.id)@@A\n\(left.joined(separator: "\n"))\n@@end@@"); return true
}
