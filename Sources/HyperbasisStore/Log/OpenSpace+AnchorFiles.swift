package import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

// Takes in what the files of anchors say beyond the log.
extension OpenSpace {
  /// Takes in what an anchor's file says, even if it has been looked at before.
  func takeFile(of id: UUID, into log: inout LoadedLog) throws {
    guard context.anchors.knownOwner(of: id) == spaceId || log.index.slot(of: id) != nil else {
      return
    }
    guard let anchor = try context.anchors.loadToCompare(id) else {
      return log.noteMissingFile(of: id)
    }
    guard anchor.spaceId == spaceId else { return log.noteForeignFile(of: id) }
    try log.take([anchor])
  }

  /// Takes in an anchor's file if it has changed since it was read.
  package func reconcile(_ id: UUID, in log: inout LoadedLog) throws {
    guard let anchor = try context.anchors.loadIfChanged(id) else { return }
    guard anchor.spaceId == spaceId else { return log.noteForeignFile(of: id) }
    try log.take([anchor])
  }

  /// Writes the events that the files of these anchors imply, exactly as readers already see them.
  /// Under the space's lock.
  package func writeImplied(of anchors: [UUID], to log: inout LoadedLog) throws {
    let lines = try log.impliedLines(of: anchors)
    guard !lines.isEmpty else { return }
    try append(lines, to: &log)
    log.settle(anchors)
  }
}
