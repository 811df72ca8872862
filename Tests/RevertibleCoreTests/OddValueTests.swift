import RevertibleCore
import SeededRandom
import Testing

/// Random values with odd parts, completely undone and redone and compared byte by byte.
///
/// Expectations receive only descriptions: Foundation traps when it describes a date that is not a
/// number, which would hide the seed.
struct OddValueTests {

  @Test func undoAndRedoLeadToTheSameBytes() {
    for offset in 0..<RandomTests.scriptCount {
      let seed = RandomTests.firstSeed + UInt64(offset)
      do {
        var random = SeededGenerator(seed: seed)
        try checkHistory(seed, &random)
        try checkReversion(seed, &random)
      } catch {
        Issue.record(error, "seed \(seed)")
      }
    }
  }

  private func checkHistory(_ seed: UInt64, _ random: inout SeededGenerator) throws {
    var album = Album(id: "\u{e9}")
    let controller = VersioningController(album)
    var versions = [album.exact]
    for _ in 0..<(1 + random.below(12)) {
      album.edit(using: &random)
      controller.append(album)
      if album.exact != versions.last { versions.append(album.exact) }
      let stepCount = controller.undoCount
      try #require(stepCount == versions.count - 1, "seed \(seed)")
    }
    for _ in 0..<2 {
      for version in versions.dropLast().reversed() {
        let undone = try controller.undo().exact
        try #require(undone == version, "seed \(seed)")
      }
      for version in versions.dropFirst() {
        try controller.redo(&album, afterUndo: version == versions[1])
        let redone = album.exact
        try #require(redone == version, "seed \(seed)")
      }
    }
  }

  private func checkReversion(_ seed: UInt64, _ random: inout SeededGenerator) throws {
    var previous = Album(id: "e\u{301}")
    for _ in 0..<random.below(8) { previous.edit(using: &random) }
    var current = previous
    for _ in 0...random.below(3) { current.edit(using: &random) }
    let reversion = current.reversion(to: previous)
    let (before, expected) = (current.exact, previous.exact)
    let hasReversion = reversion != nil
    #expect(hasReversion == (before != expected), "seed \(seed)")
    try reversion?.revert(&current)
    let after = current.exact
    #expect(after == expected, "seed \(seed)")
  }
}

extension VersioningController where Root == Value {
  /// Redoes on the caller's value, which is that of the last redo, except after undos that did not
  /// change it.
  fileprivate func redo(_ value: inout Value, afterUndo isFirst: Bool) throws {
    if isFirst { value = currentValue }
    try redo(&value)
  }
}
