import Files
import Foundation
import GRDB
import GradesClient
import SQLite
import Synchronization

/// All edits that the service does not have yet, and the history of those that it has.
///
/// One SQLite file, shared by all processes of the user. Everything is on the disk before a call
/// returns (Figures, Safe with grades). The file is made by the first write. One that SQLite calls
/// damaged gets another name, and then there is none; all other errors are ``DraftStoreError``.
package final class DraftStore: Sendable {
  package let file: URL
  private let draftFile: DraftFile
  let now: @Sendable () -> Date
  private let notify: @Sendable (DraftDamage) -> Void
  private let damage = Mutex<Set<DraftDamage>>([])
  private let opened = Mutex<(queue: DatabaseQueue, file: DatabaseFile.Identity)?>(nil)
  /// Opening blocks, which threads of the cooperative pool must not.
  private let opening = DispatchQueue(label: "drafts.open")

  /// Makes a store over a file, which need not exist; nothing is touched yet.
  ///
  /// - Parameter notify: called once for everything that cannot be read.
  package init(
    file: URL, schema: DraftSchema = .current, busyTimeout: TimeInterval = 10,
    now: @escaping @Sendable () -> Date,
    notify: @escaping @Sendable (DraftDamage) -> Void = { _ in }
  ) {
    self.notify = notify
    self.file = file
    draftFile = DraftFile(file: DatabaseFile(file), schema: schema, busyTimeout: busyTimeout)
    self.now = now
  }

  // MARK: Drafts

  /// The drafts of one gradebook, by student and item. In a file of an earlier version a cell may appear
  /// twice, first as unconfirmed: it was edited again all the same.
  package func drafts(in gradebook: Gradebook) async throws -> [Draft] {
    try await readable {
      try Self.drafts($0, where: Gradebook.sqlCondition, gradebook.sqlArguments)
    }
  }

  /// All drafts of a user, by course, student and item.
  package func drafts(of owner: DraftOwner) async throws -> [Draft] {
    try await readable {
      try Self.drafts($0, where: DraftOwner.sqlCondition, owner.sqlArguments)
    }
  }

  /// A number that is another one after another program has changed the file; nil without a file.
  package func revision() async throws -> Int? {
    try await read(or: nil) { try Int.fetchOne($0, sql: "PRAGMA data_version") }
  }

  /// How many drafts there are, by gradebook; also damaged ones, if their gradebook can be read.
  package func counts(of owner: DraftOwner) async throws -> [Gradebook: Int] {
    let found = try await readable { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT min(id) AS id, *, count(*) AS drafts FROM draft WHERE \(DraftOwner.sqlCondition)
          GROUP BY course, semester
          """, arguments: owner.sqlArguments)
      return ReadRows(rows, damage: DraftDamage.init) { row in
        (try Gradebook(row), try row.value("drafts", as: Int.self))
      }
    }
    return Dictionary(found, uniquingKeysWith: +)
  }

  /// The end of the last quiet period of a gradebook's requests without a known end; nil if there are none.
  package func quietPeriodEnd(in gradebook: Gradebook) async throws -> Date? {
    try await drafts(in: gradebook).compactMap(\.confirmAfter).max()
  }

  /// The gradebooks of a user that have requests without a known end.
  package func unconfirmedGradebooks(of owner: DraftOwner) async throws -> [Gradebook] {
    try await drafts(of: owner).filter(\.isUnconfirmed).map(\.gradebook).withoutRepetition()
  }

  package func owners() async throws -> [DraftOwner] {
    try await read(or: []) { database in
      try Row.fetchAll(
        database,
        sql: "SELECT host, user FROM draft UNION SELECT host, user FROM batch"
      ).compactMap { row in
        // What cannot be read is a damaged row.
        guard let host = try? row.value(0, as: String.self),
          let username = try? row.value(1, as: String.self)
        else { return nil }
        return DraftOwner(host: host, username: Username(username))
      }
    }
  }

  /// Stores edits, all or none; a cell's earlier draft is replaced. An edit that changes nothing
  /// removes the cell's draft. Returns the stored drafts.
  ///
  /// An unconfirmed cell is not changed: throws ``UnconfirmedCells``.
  ///
  /// - Parameter origin: what the edits come from that do not say it themselves.
  @discardableResult
  package func put(
    _ edits: [DraftEdit], in gradebook: Gradebook, from origin: ChangeOrigin? = nil
  ) async throws -> [Draft] {
    guard !edits.isEmpty else { return [] }
    let time = now()
    return try await write { database in
      let edited = Set(edits.map(\.cell))
      let touched = try Self.unconfirmedCells(in: gradebook, database).filter {
        edited.contains($0.key)
      }
      if let until = touched.values.max() {
        throw UnconfirmedCells(cells: Set(touched.keys), until: until)
      }
      return try edits.compactMap { edit in
        if edit.isEmpty {
          try Self.remove(edit.cell, in: gradebook, database)
          return nil
        }
        var edit = edit
        edit.origin = edit.origin ?? origin
        return try Self.insert(edit, in: gradebook, createdAt: time, database)
      }
    }
  }

  /// Stores edits but those of cells that have become unconfirmed since they were made, so that the other changes are
  /// not lost. Returns the stored drafts, and the refusal of the others.
  func putOthers(
    _ edits: [DraftEdit], in gradebook: Gradebook, from origin: ChangeOrigin?
  ) async throws -> (drafts: [Draft], refusal: UnconfirmedCells?) {
    do {
      return (try await put(edits, in: gradebook, from: origin), nil)
    } catch var refusal as UnconfirmedCells {
      let others = edits.filter { !refusal.cells.contains($0.cell) }
      let drafts = try await put(others, in: gradebook, from: origin)
      refusal.kept = drafts.count
      return (drafts, refusal)
    }
  }

  /// What a person has decided about a draft in conflict: an edit in its place, or none if it changes nothing.
  /// Returns the draft and what took its place.
  ///
  /// Nil, and nothing is changed, where the cell was edited again, sent or discarded since the draft was
  /// shown. As the new one is based on what was shown, another value at the service is a conflict again.
  package func decide(
    _ shown: DraftEdit, as edit: DraftEdit, in gradebook: Gradebook
  ) async throws -> (before: Draft, after: Draft?)? {
    let time = now()
    return try await write { database in
      let drafts = try Self.drafts(
        database, where: "\(Gradebook.sqlCondition) AND \(GradeCell.sqlCondition)",
        gradebook.sqlArguments + shown.cell.sqlArguments
      ).values
      guard let draft = drafts.first, !draft.isUnconfirmed,
        draft.edit.hasContent(of: shown)
      else { return nil }
      if edit.isEmpty {
        try Self.remove(edit.cell, in: gradebook, database)
        return (draft, nil)
      }
      var edit = edit
      edit.origin = draft.origin
      return (draft, try Self.insert(edit, in: gradebook, createdAt: time, database))
    }
  }

  /// Deletes the drafts of cells, and returns their number. An unconfirmed one stays: the service may have it or may
  /// still carry it out.
  package func discard(_ cells: Set<GradeCell>, in gradebook: Gradebook) async throws -> Int {
    try await write(or: 0) { database in
      try cells.reduce(0) { $0 + (try Self.remove($1, in: gradebook, database)) }
    }
  }

  /// Deletes all data of a user: drafts, also unconfirmed ones, and the history. Returns the number of
  /// drafts.
  @discardableResult
  package func erase(_ owner: DraftOwner) async throws -> Int {
    let count = try await counts(of: owner).values.reduce(0, +)
    return try await write(or: 0) { database in
      try database.execute(
        sql: "DELETE FROM draft WHERE \(DraftOwner.sqlCondition)", arguments: owner.sqlArguments)
      try database.execute(
        sql: """
          DELETE FROM change WHERE batch IN
            (SELECT id FROM batch WHERE \(DraftOwner.sqlCondition))
          """, arguments: owner.sqlArguments)
      try database.execute(
        sql: "DELETE FROM batch WHERE \(DraftOwner.sqlCondition)", arguments: owner.sqlArguments)
      return count
    }
  }

  // MARK: Damage

  package var damaged: Set<DraftDamage> { damage.withLock { $0 } }

  /// Reads rows, of which there are none without a file; reports damaged ones, and returns the others.
  func readable<Value>(
    _ body: @escaping @Sendable (Database) throws -> ReadRows<Value>
  ) async throws -> [Value] {
    readable(try await read(or: ReadRows(), body))
  }

  func readable<Value>(_ rows: ReadRows<Value>) -> [Value] {
    rows.damaged.forEach(report)
    return rows.values
  }

  private func report(_ found: DraftDamage) {
    if damage.withLock({ $0.insert(found).inserted }) { notify(found) }
  }

  // MARK: The file

  /// Reads; the other value where there is no file yet.
  func read<Value: Sendable>(
    or missing: Value, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await inFile(making: false) { try await $0.read(body) } ?? missing
  }

  /// Writes in one transaction; the other value where there is no file, or makes it.
  func write<Value: Sendable>(
    or missing: Value? = nil, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let written = try await inFile(making: missing == nil) { [draftFile, file] queue in
      try await queue.write { database in
        // A newer program may have changed the file since it was opened here.
        guard try draftFile.schema.state(database) == .current else {
          throw DraftStoreError.newerVersion(file)
        }
        return try body(database)
      }
    }
    guard let value = written ?? missing else { throw DraftStoreError.notAccessible(file) }
    return value
  }

  /// Runs a function with the open file, or with a new one where there is none; without one, the result is nil.
  /// A file that SQLite calls damaged gets another name, which is reported, and the function runs once more; but
  /// not after something was read of the file, which must not be written to another one.
  private func inFile<Value: Sendable>(
    making: Bool, _ body: (DatabaseQueue) async throws -> Value
  ) async throws -> Value? {
    let (found, isFirst) = (draftFile.identity, openQueue == nil)
    do {
      do {
        guard let queue = try await queue(making: making) else { return nil }
        return try await body(queue)
      } catch let error as DatabaseError
        where isFirst && [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
      {
        let aside = try await onOwnThread { [draftFile] in try draftFile.setAside(found) }
        if let aside { report(.file(aside)) }
        guard let queue = try await queue(making: making) else { return nil }
        return try await body(queue)
      }
    } catch {
      throw DraftStoreError.converted(error, file: file)
    }
  }

  private func queue(making: Bool) async throws -> DatabaseQueue? {
    if let queue = openQueue { return queue }
    return try await withCheckedThrowingContinuation { continuation in
      opening.async { [self] in
        continuation.resume(
          with: Result {
            if let queue = openQueue { return queue }
            guard let queue = try draftFile.open(making: making) else { return nil }
            if let identity = draftFile.identity { opened.withLock { $0 = (queue, identity) } }
            return queue
          })
      }
    }
  }

  /// The open file, unless it was moved or deleted: what is written to a file without a name is lost
  /// when the program ends.
  private var openQueue: DatabaseQueue? {
    guard let open = opened.withLock({ $0 }), open.file == draftFile.identity else { return nil }
    return open.queue
  }
}
