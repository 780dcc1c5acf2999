import Files
import Foundation
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

  /// Checks the bytes of a file.
  init(_ bytes: [UInt8], name: String) throws(ConfigurationError) {
    self.name = name
    let root: JSONNode
    do {
      root = try JSONParser.parse(bytes)
    } catch {
      throw ConfigurationError(file: name, line: error.line, reason: error.reason)
    }
    let keys = ConfigurationKey.allCases
    for member in try members(of: root, line: root.line, key: nil) {
      if member.key == "hosts" {
        hosts = try hostSections(member)
      } else {
        try add(member, below: nil, allowed: keys, extra: ["hosts"], to: &values)
      }
    }
  }

  private func hostSections(
    _ hosts: JSONNode.Member
  ) throws(ConfigurationError) -> [String: ConfigurationLayers.Values] {
    let known = ServiceHost.Name.allCases.map(\.rawValue)
    var sections: [String: ConfigurationLayers.Values] = [:]
    for host in try members(of: hosts.value, line: hosts.line, key: "hosts") {
      let path = "hosts.\(host.key)"
      guard known.contains(host.key) else {
        let suggestion = NearNames.find(host.key, among: known, limit: 1).first
        throw error(host.line, path, .unknownHost(host.key, known: known, suggestion: suggestion))
      }
      var values: ConfigurationLayers.Values = [:]
      for member in try members(of: host.value, line: host.line, key: path) {
        let keys = ConfigurationKey.allCases.filter { $0 != .host && $0 != .credentialStore }
        try add(member, below: path, allowed: keys, to: &values)
      }
      sections[host.key] = values
    }
    return sections
  }

  /// Adds a member and, where it is a section such as `timeouts`, the members in it.
  private func add(
    _ member: JSONNode.Member, below path: String?, allowed keys: [ConfigurationKey],
    section: String? = nil, extra: [String] = [],
    to values: inout ConfigurationLayers.Values
  ) throws(ConfigurationError) {
    let local = (section.map { $0 + "." } ?? "") + member.key
    let place = (path.map { $0 + "." } ?? "") + local
    if let key = keys.first(where: { $0.rawValue == local }) {
      // `null` means the same as leaving the key out.
      if case .null = member.value.content { return }
      do {
        values[key] = try key.value(of: member.value)
      } catch {
        throw self.error(member.line, place, error)
      }
    } else if section == nil, keys.contains(where: { $0.rawValue.hasPrefix(local + ".") }) {
      for inner in try members(of: member.value, line: member.line, key: place) {
        try add(inner, below: path, allowed: keys, section: local, to: &values)
      }
    } else {
      let names = keys.map(\.rawValue).compactMap { name -> String? in
        guard let section else { return String(name.prefix { $0 != "." }) }
        return name.hasPrefix(section + ".") ? String(name.dropFirst(section.count + 1)) : nil
      }
      let suggestion = NearNames.find(member.key, among: names + extra, limit: 1).first
      throw error(member.line, place, .unknownKey(suggestion: suggestion))
    }
  }

  private func members(
    of node: JSONNode, line: Int, key: String?
  ) throws(ConfigurationError) -> [JSONNode.Member] {
    guard case .object(let members) = node.content else { throw error(line, key, .notObject) }
    var seen: Set<String> = []
    for member in members where !seen.insert(member.key).inserted {
      throw error(member.line, (key.map { $0 + "." } ?? "") + member.key, .duplicateKey)
    }
    return members
  }

  private func error(
    _ line: Int, _ key: String?, _ reason: ConfigurationError.Reason
  ) -> ConfigurationError {
    ConfigurationError(file: name, line: line, key: key, reason: reason)
  }
}
