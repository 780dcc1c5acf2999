/// A page of the manual about what several commands share, in Markdown. Its title is its name and what it is about,
/// separated by a colon.
package enum Guide: String, CaseIterable, Sendable {
  case files, json, expressions

  package func text(in language: Language) -> String {
    let bytes =
      switch (self, language) {
      case (.files, .english): PackageResources.files_en_md
      case (.files, .czech): PackageResources.files_cs_md
      case (.json, .english): PackageResources.json_en_md
      case (.json, .czech): PackageResources.json_cs_md
      case (.expressions, .english): PackageResources.expressions_en_md
      case (.expressions, .czech): PackageResources.expressions_cs_md
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}
