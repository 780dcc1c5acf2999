/// The parts that a part refers to (ISO/IEC 29500-2, 9.3).
struct Relationships {
  private struct Relationship {
    let id: String
    /// The last component of its type, which the strict format has in common with the usual one.
    let type: Substring
    let part: String
  }

  private var all: [Relationship] = []

  /// Reads the relationships of a part, or of the whole archive; none if there is no list of them.
  init(of part: String, in archive: ZIPArchive) throws(SpreadsheetError) {
    var folder = part.split(separator: "/").map(String.init)
    let name = folder.popLast() ?? ""
    let list = (folder + ["_rels", name + ".rels"]).joined(separator: "/")
    guard let bytes = try archive.file(list) else { return }
    try readingXML(bytes, part: list) { xml throws(XMLReader.Fault) in
      guard try xml.child(at: 0) != nil else { throw XMLReader.Fault() }
      while let element = try xml.child(at: 1) {
        guard element.name == "Relationship", element["TargetMode"] != "External",
          let id = element["Id"], let type = element["Type"], let target = element["Target"]
        else { continue }
        all.append(
          Relationship(
            id: id, type: type.split(separator: "/").last ?? "",
            part: Self.part(target, in: folder)))
      }
    }
  }

  func part(ofType type: String) -> String? { all.first { $0.type == type }?.part }

  func part(_ id: String, ofType type: String) -> String? {
    all.first { $0.id == id && $0.type == type }?.part
  }

  /// The name of a part that is given relative to a folder, or from the root on.
  private static func part(_ target: String, in folder: [String]) -> String {
    var path = target.hasPrefix("/") ? [] : folder
    for component in target.split(separator: "/") {
      switch component {
      case ".": continue
      case "..": path = path.dropLast()
      default: path.append(String(component))
      }
    }
    return path.joined(separator: "/")
  }
}

/// Reads a part as XML; what breaks its rules damages the part.
func readingXML(
  _ bytes: [UInt8], part: String, _ read: (inout XMLReader) throws(XMLReader.Fault) -> Void
) throws(SpreadsheetError) {
  do throws(XMLReader.Fault) {
    var xml = try XMLReader(bytes)
    try read(&xml)
  } catch {
    throw error.isTooLarge ? .tooLarge : .damaged(part: part)
  }
}
