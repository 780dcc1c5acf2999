import Files
import Foundation
import GradesClient
import GradesCore

// The draft of the edits on the disk, which one window of the program at a time edits.
extension StructureViewModel {
  /// Whether this window may edit. Where nobody can have the lock, storing the edits says why.
  func owns(_ gradebook: Gradebook) async -> Bool {
    guard lock == nil else { return true }
    do {
      let taken = try await draftFile(gradebook).own()
      if !isLeft { lock = taken ?? lock }
      return lock != nil
    } catch {
      return true
    }
  }

  /// Begins with what the service has, or with the stored draft.
  func resume(_ definitions: [ItemDefinition], _ gradebook: Gradebook) async throws {
    let (before, file) = (editing, draftFile(gradebook))
    let stored: StructureDraftFile.Stored?
    do { stored = try await file.read() } catch {
      throw Failure(.configuration, .errorFileUnreadable, [.file: file.file.path])
    }
    // Another answer may have come in the meantime.
    guard editing == before else { return }
    self.stored = stored
    editing = StructureEditing(
      resuming: stored?.draft, course: gradebook.course, semester: gradebook.semester,
      definitions: definitions)
  }

  private func draftFile(_ gradebook: Gradebook) -> StructureDraftFile {
    StructureDraftFile(folder: context.paths.structuresFolder, of: gradebook)
  }

  /// Stores the edits on the disk, or deletes the draft where nothing is edited.
  func store() {
    guard let gradebook, readOnly == nil else { return }
    let (before, file) = (storing, draftFile(gradebook))
    storing = Task {
      await before?.value
      let draft = changeCount == 0 ? nil : editing?.draft
      do throws(SystemError) {
        let (now, damaged) = try await file.store(draft, over: stored)
        stored = now
        isUnstored = false
        if let damaged {
          notices.append(.say(Sentence(.structureDraftDamaged, [.file: damaged.path])))
        }
      } catch {
        isUnstored = true
        notices.append(.fail(.unwritable(file.file.path, isDiskFull: error.meansFull)))
      }
    }
  }
}
