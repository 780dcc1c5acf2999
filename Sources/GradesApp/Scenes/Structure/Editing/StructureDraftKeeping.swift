import Files
import Foundation
import GradesClient
import GradesCore

// The draft of the edits on the disk, which other windows of the program may edit, too.
extension StructureViewModel {
  /// Begins with what the service has, or with a stored draft.
  func resume(_ definitions: [ItemDefinition], _ gradebook: Gradebook) async throws {
    let file = draftFile(gradebook)
    let (stored, damaged): (StructureDraftFile.Stored?, URL?)
    do { (stored, damaged) = try await file.read() } catch {
      throw Failure.file(FileProblem(path: file.file.path, kind: .unreadable))
    }
    // Another answer may have come in the meantime.
    guard state.editing == nil else { return }
    if let draft = stored?.draft {
      let (editing, news) = StructureEditing.resuming(
        draft, course: gradebook.course, semester: gradebook.semester, definitions: definitions)
      state.editing = editing
      show(news)
    } else {
      state.editing = StructureEditing(
        course: gradebook.course, semester: gradebook.semester, definitions: definitions)
    }
    self.stored = stored
    if let damaged { state.notice = .damaged(damaged) }
  }

  private func draftFile(_ gradebook: Gradebook) -> StructureDraftFile {
    StructureDraftFile(
      folder: opening.folder, owner: gradebook.owner, course: gradebook.course,
      semester: gradebook.semester)
  }

  /// Takes the service's definitions as they are now.
  func take(_ definitions: [ItemDefinition]) {
    guard var editing = state.editing else { return }
    let news = editing.take(definitions)
    state.editing = editing
    show(news)
  }

  private func show(_ news: StructureNews) {
    if !news.isEmpty { state.news.append(news) }
  }

  /// Stores the edits on the disk, or deletes the draft where nothing is edited.
  func store() {
    guard let gradebook else { return }
    let (before, file) = (storing, draftFile(gradebook))
    storing = Task {
      await before?.value
      do throws(SystemError) {
        try await keep(file)
        isUnstored = false
      } catch {
        isUnstored = true
        state.notice = .unstored(
          .file(
            FileProblem(path: file.file.path, kind: error.meansFull ? .diskFull : .unwritable)))
      }
    }
  }

  /// Stores what is edited now, together with what other windows have stored.
  private func keep(_ file: StructureDraftFile) async throws(SystemError) {
    while let editing = state.editing {
      let draft = state.changeCount == 0 ? nil : editing.draft
      switch try await file.replace(stored, with: draft) {
      case .done(let now, let damaged):
        stored = now
        if let damaged { state.notice = .damaged(damaged) }
        return
      case .other(let other): await join(other)
      }
    }
  }

  private func join(_ other: StructureDraftFile.Stored?) async {
    // The other window may have sent its edits, which are no news then.
    if let gradebook,
      let now = try? await opening.api.course(gradebook).definitions.structure()
    {
      take(now)
    }
    guard var editing = state.editing else { return }
    let news = editing.join(other?.draft, since: stored?.draft)
    stored = other
    state.editing = editing
    show(news)
  }
}
