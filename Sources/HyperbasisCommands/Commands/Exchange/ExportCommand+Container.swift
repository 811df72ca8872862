import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisWording

// Whole spaces, for putting them back on a phone.

extension ExportCommand {
  func exportContainer(_ session: StoreSession) throws {
    guard anchors.isEmpty, filter.text == nil else {
      throw CommandFailure.usage("sdk holds whole spaces; leave --anchor and --where out")
    }
    if let output, output != "-", !output.lowercased().hasSuffix(".zip") {
      let folder = try ExportFolder(output, session.context)
      let summary = try folder.write { add in try fill(session, add) }
      let name = session.paint(TerminalText(output))
      return try session.output.writeLine("Wrote \(name): \(summary).")
    }
    let target = try ExportTarget(output, mayOverwrite: yes, session, isText: false)
    let summary = try target.write { sink in
      var zip = ZipWriter(to: sink, modified: session.now)
      do {
        let summary = try fill(session) { try zip.add($0, $1) }
        try zip.finish()
        return summary
      } catch is ZipError {
        throw CommandFailure.data(
          "this is more than a zip file without extensions holds (65535 files, 4 GB); give -o FOLDER"
        )
      }
    }
    try target.report(summary)
  }

  private func fill(
    _ session: StoreSession, _ add: @escaping (String, Data) throws -> Void
  ) throws -> TerminalText {
    // An export of all spaces is complete only if none can be hidden.
    if space == nil { try session.checkFolders() }
    let snapshots = try session.unlessFoldersAreHidden { try session.snapshots(space) }
    var container = SDKContainer(session.store, add: add)
    for snapshot in snapshots { try container.addSpace(snapshot) }
    let counts = [
      CountText.text(snapshots.count, "space"), CountText.text(container.anchors, "anchor"),
      CountText.text(container.events, "event"),
    ]
    return counts.joined(separator: ", ")
  }
}
