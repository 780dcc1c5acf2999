import Files
import Foundation
import JSON
import Spelling

/// A configuration file, read and checked as a whole.
struct ConfigurationFile {
  /// The values of the top level.
  private(set) var values: ConfigurationLayers.Values = [:]
  /// The values under `hosts`, by the host's name.
  private(set) var hosts: [String: ConfigurationLayers.Values] = [:]
  private let name: String

  private static let largest = 1 << 20

  /// Reads a file of the user; nil when it is not there and need not be.
  static func read(
    _ url: URL, isRequired: Bool
  ) throws(ConfigurationError) -> ConfigurationFile? {
    let path = url.path(percentEncoded: false)
    let bytes: [UInt8]?
    do {
      bytes = try SmallFile(url, limit: largest).read()
    } catch {
      throw ConfigurationError(
        file: path, reason: error.code == EFBIG ? .tooLarge : .unreadableFile)
    }
    if let bytes { return try ConfigurationFile(bytes, name: path) }
    if isRequired { throw ConfigurationError(file: path, reason: .missingFile) }
    return nil
  }

  init(_ bytes: [UInt8], name: String) throws(ConfigurationError) {
    self.name = name
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes, limits: JSONLimits(depth: 32, size: Self.largest)).root
    } catch {
      throw ConfigurationError(
        file: name, line: error.position.line, reason: ConfigurationError.Reason(error))
    }
    let keys = ConfigurationKey.allCases
    for member in try members(of: root, line: root.position.line, key: nil) {
      if member.memberName == "hosts" {
        hosts = try hostSections(member)
      } else {
        try add(member, below: nil, allowed: keys, extra: ["hosts"], to: &values)
      }
    }
  }

  private func hostSections(
    _ hosts: JSONNode
  ) throws(ConfigurationError) -> [String: ConfigurationLayers.Values] {
    let known = ServiceHost.Name.allCases.map(\.rawValue)
    var sections: [String: ConfigurationLayers.Values] = [:]
    for host in try members(of: hosts, line: hosts.line, key: "hosts") {
      let path = "hosts.\(host.memberName)"
      guard known.contains(host.memberName) else {
        let suggestion = NearNames.find(host.memberName, among: known, limit: 1).first
        throw error(
          host.line, path, .unknownHost(host.memberName, known: known, suggestion: suggestion))
      }
      var values: ConfigurationLayers.Values = [:]
      for member in try members(of: host, line: host.line, key: path) {
        let keys = ConfigurationKey.allCases.filter { $0 != .host && $0 != .credentialStore }
        try add(member, below: path, allowed: keys, to: &values)
      }
      sections[host.memberName] = values
    }
    return sections
  }

  /// Adds a member and, where it is a section such as `timeouts`, the members in it.
  private func add(
    _ member: JSONNode, below path: String?, allowed keys: [ConfigurationKey],
    section: String? = nil, extra: [String] = [],
    to values: inout ConfigurationLayers.Values
  ) throws(ConfigurationError) {
    let local = (section.map { $0 + "." } ?? "") + member.memberName
    let keyPath = (path.map { $0 + "." } ?? "") + local
    if let key = keys.first(where: { $0.rawValue == local }) {
      // `null` means the same as leaving the key out.
      if member.isNull { return }
      do {
        values[key] = try key.value(of: member)
      } catch {
        throw self.error(member.line, keyPath, error)
      }
    } else if section == nil, keys.contains(where: { $0.rawValue.hasPrefix(local + ".") }) {
      for inner in try members(of: member, line: member.line, key: keyPath) {
        try add(inner, below: path, allowed: keys, section: local, to: &values)
      }
    } else {
      let names = keys.map(\.rawValue).compactMap { name -> String? in
        guard let section else { return String(name.prefix { $0 != "." }) }
        return name.hasPrefix(section + ".") ? String(name.dropFirst(section.count + 1)) : nil
      }
      let suggestion = NearNames.find(member.memberName, among: names + extra, limit: 1).first
      throw error(member.line, keyPath, .unknownKey(suggestion: suggestion))
    }
  }

  private func members(
    of node: JSONNode, line: Int, key: String?
  ) throws(ConfigurationError) -> [JSONNode] {
    guard let members = try? node.object().members() else { throw error(line, key, .notObject) }
    var seen: Set<String> = []
    for member in members where !seen.insert(member.memberName).inserted {
      throw error(member.line, (key.map { $0 + "." } ?? "") + member.memberName, .duplicateKey)
    }
    return members
  }

  private func error(
    _ line: Int, _ key: String?, _ reason: ConfigurationError.Reason
  ) -> ConfigurationError {
    ConfigurationError(file: name, line: line, key: key, reason: reason)
  }
}

extension JSONNode {
  fileprivate var line: Int { memberPosition.line }
}

extension ConfigurationError.Reason {
  package init(_ error: JSONSyntaxError) {
    switch error.reason {
    case .truncated: self = .unexpectedEnd
    case .unexpected(let character):
      let value = character.unicodeScalars.first?.value ?? 0
      let isVisible = value > 0x20 && value != 0x7F
      self = .unexpected(isVisible ? String(character) : "U+" + String(value, radix: 16))
    case .controlCharacter: self = .unterminatedText
    case .tooDeep: self = .tooDeep
    case .tooLarge: self = .tooLarge
    case .notUTF8: self = .notUTF8
    }
  }
}
