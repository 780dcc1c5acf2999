import GradesClient

extension ServiceLanguage {
  /// The language to request where there is no name in this one.
  var other: ServiceLanguage { self == .czech ? .english : .czech }
}

/// Names of items that have none in the requested language: a response has only that
/// language's, and a name in another one is better than the identifier (Service contract, 3.5).
struct OtherNames: Sendable {
  let source: SnapshotSource
  /// The names of items that were stored before, none for those that have none at all.
  let known: [ItemIdentifier: [LocalizedName]]

  init(_ source: SnapshotSource, known: [Classification]) {
    self.source = source
    self.known = Dictionary(
      known.map { ($0.identifier, $0.names) }, uniquingKeysWith: { first, _ in first })
  }

  /// Definitions with names as far as there are any. `ask` brings them in another language; it is
  /// used only where an item is new, and its failure costs nothing but names.
  func completing(
    _ definitions: [Classification],
    asking ask: @Sendable (GradesAPI) async throws -> [Classification]
  ) async throws -> [Classification] {
    let nameless = definitions.filter(\.isNameless)
    guard !nameless.isEmpty else { return definitions }
    var names = known
    if nameless.contains(where: { known[$0.identifier] == nil }) {
      let others = try? await source.with(language: source.language.other).isolatingFailures
        .ask(ask)
      try Task.checkCancellation()
      for item in others ?? [] where !item.isNameless { names[item.identifier] = item.names }
    }
    return definitions.map { definition in
      guard definition.isNameless, let found = names[definition.identifier] else {
        return definition
      }
      var definition = definition
      definition.names = found
      return definition
    }
  }
}

extension Classification {
  fileprivate var isNameless: Bool { names.allSatisfy(\.name.isEmpty) }
}

extension StudentRecord {
  /// The record whose items have names as far as there are any.
  func naming(
    from names: OtherNames,
    asking ask: @Sendable (GradesAPI) async throws -> StudentRecord
  ) async throws -> StudentRecord {
    let definitions = try await names.completing(items.map(\.definition)) {
      try await ask($0).items.map(\.definition)
    }
    var record = self
    for (index, definition) in zip(items.indices, definitions) {
      record.items[index].definition = definition
    }
    return record
  }
}
