import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import Testing

/// A log cut at every byte.
@Suite struct TruncationTests {
  private let space = UUID()

  @Test func everyWholeLineIsReadAndNothingHidesTheNext() throws {
    let source = try TemporaryStore()
    let anchor = HBAnchor.sample(space, metadata: ["t": "\u{2028} é"])
    do {
      let store = source.open()
      try store.perform(.save([anchor]), spaceId: space)
      try store.perform(.delete([anchor.id]), spaceId: space)
    }
    let log = try source.log(of: space)
    for count in 0...log.count { try check(log.prefix(count), of: log) }
  }

  private func check(_ cut: Data, of log: Data) throws {
    let folder = try TemporaryStore()
    try folder.write("events/\(space.uuidString)/events.jsonl", cut)
    let newlines = cut.count(where: { $0 == 0x0a })
    // A last line counts if only its newline is missing.
    let isWhole = cut.count < log.count && log[cut.count] == 0x0a
    let expected = newlines + (isWhole ? 1 : 0)
    let store = folder.open()
    #expect(try store.loadEvents(spaceId: space).count == expected, "cut at \(cut.count)")
    let isTorn = !isWhole && cut.last != 0x0a && !cut.isEmpty
    if !cut.isEmpty {
      #expect(try store.snapshot(of: space).problems.map(\.kind) == (isTorn ? [.tornTail] : []))
    }
    let id = UUID()
    try store.perform(.save([.sample(space, id: id)]), spaceId: space)
    let events = try store.loadEvents(spaceId: space)
    #expect(events.count == expected + 1, "cut at \(cut.count)")
    #expect(events.contains { $0.anchorId == id })
    #expect(try folder.log(of: space).starts(with: cut))
  }
}
