import Foundation
import HyperbasisCanvas
import TestSupport
import Testing

/// Compares a screen, text and styles, with the file that was recorded for it.
///
/// `RECORD_FRAMES=1 swift test --filter TimeMachineTests` rewrites the files; review the changes.
func expectGolden(
  _ frame: Frame, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Frames")
  let file = folder.appending(path: "\(name).txt")
  let text = frame.styledText
  if ProcessInfo.processInfo.environment["RECORD_FRAMES"] == "1" {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    // A run that records compares nothing, so it must not pass for one that does.
    Issue.record(
      "\(name) was recorded; run again without RECORD_FRAMES", sourceLocation: sourceLocation)
    return
  }
  let expected = try String(contentsOf: file, encoding: .utf8)
  #expect(text == expected, "\(name) changed", sourceLocation: sourceLocation)
}
