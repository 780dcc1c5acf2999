import Foundation
import GradesClient
import Synchronization

/// The responses that one answer is read from: of the service, whose bodies are stored as they come, or the stored
/// ones, which are read in the same way.
final class Responses: Sendable {
  enum Origin: Sendable {
    case new
    case stored
    /// Stored ones in the language of the source only.
    case storedInLanguage
  }

  let source: SnapshotSource
  let scope: CacheScope
  let origin: Origin
  private let oldest: Mutex<Date?> = Mutex(nil)

  init(_ source: SnapshotSource, of scope: CacheScope, _ origin: Origin) {
    self.source = source
    self.scope = scope
    self.origin = origin
  }

  /// Whether the service is asked.
  var areNew: Bool { origin == .new }

  /// What is read, with the time of the oldest response that was needed for it.
  func answer<Value: Sendable>(
    _ read: @Sendable (Responses) async throws -> Value
  ) async throws -> Snapshot<Value> {
    let value = try await read(self)
    guard let time = oldest.withLock(\.self) else { throw NothingStored() }
    return Snapshot(value: value, fetchedAt: time)
  }

  /// A part of the answer. Throws ``GradesError/notFound`` where its response is not stored.
  func ask<Part: Sendable>(
    _ request: @Sendable (GradesAPI) async throws -> Part
  ) async throws -> Part {
    guard areNew else {
      return try await request(
        source.api.with(language: source.language).answering { [self] key in
          let found = source.cache.body(key, of: scope, inAnyLanguage: origin != .storedInLanguage)
          if let found { note(found.fetchedAt) }
          return found?.body
        })
    }
    return try await source.ask { api in
      try await request(api.keeping { [self] key, body in note(keep(body, for: key)) })
    }
  }

  /// Stores a body and returns its time.
  @discardableResult
  func keep(_ body: Data, for key: RequestKey) -> Date {
    let time = source.now()
    source.cache.store(body, for: key, of: scope, at: time)
    return time
  }

  /// Other responses, for an extra: their time does not count.
  func beside(_ origin: Origin, of source: SnapshotSource? = nil) -> Responses {
    Responses(source ?? self.source, of: scope, origin)
  }

  private func note(_ time: Date) {
    oldest.withLock { $0 = min($0 ?? time, time) }
  }
}

// MARK: Names

extension ServiceLanguage {
  /// The language to request where there is no name in this one.
  var other: ServiceLanguage { self == .czech ? .english : .czech }
}

extension Responses {
  /// Asks for definitions, and names those that have no name in the requested language: a response has only that
  /// language's, and a name in another one is better than the identifier (Service contract, 3.5).
  ///
  /// The other language is requested only where an item is new, and its failure costs nothing but names.
  func naming<Part: Sendable>(
    _ part: Part, _ definitions: WritableKeyPath<Part, [Classification]> & Sendable,
    asking ask: @Sendable (GradesAPI) async throws -> Part
  ) async throws -> Part {
    let nameless = part[keyPath: definitions].filter(\.isNameless)
    guard !nameless.isEmpty else { return part }
    let other = source.with(language: source.language.other).isolatingFailures
    var others = try? await beside(.storedInLanguage, of: other).ask(ask)[keyPath: definitions]
    let known = Set((others ?? []).map(\.identifier))
    if areNew, nameless.contains(where: { !known.contains($0.identifier) }) {
      others = (try? await beside(.new, of: other).ask(ask)[keyPath: definitions]) ?? others
      try Task.checkCancellation()
    }
    let names = (others ?? []).keyed(by: \.identifier)
    var named = part
    named[keyPath: definitions] = part[keyPath: definitions].map { item in
      var item = item
      if item.isNameless { item.names = names[item.identifier]?.names ?? item.names }
      return item
    }
    return named
  }
}

extension Classification {
  fileprivate var isNameless: Bool { names.allSatisfy(\.name.isEmpty) }
}

extension StudentRecord {
  /// The definitions of its items.
  var definitions: [Classification] {
    get { items.map(\.definition) }
    set {
      for (index, definition) in zip(items.indices, newValue) {
        items[index].definition = definition
      }
    }
  }
}
