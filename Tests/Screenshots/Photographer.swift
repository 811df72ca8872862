import Foundation
import TestSupport

/// Runs the real program in a pseudo-terminal and writes what it shows as SVG.
struct Photographer {
  /// The built executable.
  let executable: URL
  /// The folder with stores to test with; nil leaves out their pictures.
  let stores: URL?
  let output: URL

  /// - Returns: whether the picture was taken.
  func take(_ shot: Shot) throws -> Bool {
    let scratch = FileManager.default.temporaryDirectory.appending(
      path: "hyperbasis-screenshots-\(ProcessInfo.processInfo.processIdentifier)-\(shot.name)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    guard let arguments = try arguments(for: shot, scratch: scratch) else { return false }
    let terminal = try PseudoTerminal(
      executable: executable.path, arguments: arguments + shot.arguments,
      environment: environment(of: shot, scratch: scratch), columns: shot.columns, rows: shot.rows)
    // Answers as terminals do when they are asked for their background.
    if shot.isLight { terminal.send("\u{1B}]11;rgb:fdfd/fdfd/f6f6\u{1B}\\\u{1B}[?62c") }
    let ground: Rendition.Ground = shot.isLight ? .light : .dark
    var frames = 0
    for step in shot.steps {
      switch step {
      case .type(let keys): terminal.send(keys)
      case .wait(let text): try terminal.wait(for: text)
      case .frame(let duration, let caption):
        terminal.settle(milliseconds: 250)
        let picture = Picture(of: terminal.screen, on: ground, caption: caption)
        try write(picture, to: Self.frameName(shot.name, number: frames, duration: duration))
        frames += 1
      }
    }
    if frames == 0 {
      // The text that was waited for may stand above what is still being drawn.
      terminal.settle(milliseconds: 400)
      try write(Picture(of: terminal.screen, on: ground), to: shot.name)
    }
    return true
  }

  private func write(_ picture: Picture, to name: String) throws {
    try Data(picture.svg.utf8).write(to: output.appending(path: "\(name).svg"))
  }

  /// Returns `NAME@NUMBER-DURATION`, so that frames sort in the order in which they are shown.
  private static func frameName(_ name: String, number: Int, duration: Int) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    return "\(name)@\(padded)-\(duration)"
  }

  /// Keeps the user's own settings out of the pictures.
  private func environment(of shot: Shot, scratch: URL) -> [String: String] {
    let own = [
      "HOME": scratch.path, "XDG_CONFIG_HOME": scratch.path, "XDG_STATE_HOME": scratch.path,
      "TMPDIR": scratch.path, "HYPERBASIS_ACTOR": "you@here",
    ]
    return own.merging(shot.environment) { $1 }
  }

  /// Returns the arguments that open the store; it is copied, because a picture may show a change.
  private func arguments(for shot: Shot, scratch: URL) throws -> [String]? {
    let copy = scratch.appending(path: "store")
    switch shot.store {
    case .demo:
      return ["demo"]
    case .named(let name):
      guard let stores else { return nil }
      try FileManager.default.copyStore(stores.appending(path: name), into: copy)
    case .all:
      guard let stores else { return nil }
      for name in try FileManager.default.contentsOfDirectory(atPath: stores.path).sorted() {
        try merge(stores.appending(path: name), into: copy)
      }
    }
    return ["--store", copy.path]
  }

  private func merge(_ store: URL, into copy: URL) throws {
    // Without what the program itself keeps for each store, such as its index.
    let folders = try FileManager.default.contentsOfDirectory(atPath: store.path)
    for folder in folders where !folder.hasPrefix(".") {
      try FileManager.default.copyStore(
        store.appending(path: folder), into: copy.appending(path: folder))
    }
  }
}
