import Foundation
import Hyperbasis
import HyperbasisWording

extension ImportRun {
  /// Writes an import into all of its spaces.
  ///
  /// - Parameter note: called with each space that was filled, and what the cloud must be told of it.
  /// - Throws: ``CommandFailure`` with what to do if another writer changed a space meanwhile.
  func write(
    _ plan: HBImport, note: (HBImportedSpace, [HBPendingOperation.Kind]) throws -> Void
  ) throws {
    var filled: [String] = []
    for space in plan.spaces where !space.isEmpty {
      let news: [HBPendingOperation.Kind]
      do {
        news = try write(space, of: plan)
      } catch {
        guard case HBStorageError.conflict = error else { throw error }
        throw Self.conflict(space, after: filled)
      }
      filled.append(Self.name(of: space))
      try note(space, news)
    }
  }

  private static func conflict(
    _ space: HBImportedSpace, after filled: [String]
  ) -> CommandFailure {
    let rest = filled.isEmpty ? "" : " Already imported: \(filled.joined(separator: ", "))."
    return CommandFailure.failed(
      "somebody else changed the space \(name(of: space)) during this import, so nothing was imported "
        + "into it. Run the import again: what is already there is not added twice.\(rest)")
  }

  private static func name(of space: HBImportedSpace) -> String {
    space.name.map { "\"\($0)\"" } ?? space.id.uuidString
  }
}
