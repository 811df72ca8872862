import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

@testable import HyperbasisStore

/// A store with more spaces than a process may have open files.
struct OpenFilesTests {
  @Test func `spaces that were not used for long give back their files`() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let open = OpenSpaces(context: store.context, keeping: 4)
    let spaces = (0..<20).map { _ in UUID() }
    for space in spaces { try store.perform(.save([.sample(space)]), spaceId: space) }
    for space in spaces {
      #expect(try open[space].withLog { $0.index.count } == 1)
      #expect(open.loadedCount <= 8)
    }
    #expect(!open[spaces[0]].isLoaded && open[spaces[19]].isLoaded)
    // What is written meanwhile is found when a space is used again.
    try store.perform(.save([.sample(spaces[0])]), spaceId: spaces[0])
    #expect(try open[spaces[0]].withLog { $0.index.count } == 2)
  }

  @Test func `a space in use keeps what it has`() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let open = OpenSpaces(context: store.context, keeping: 2)
    let spaces = (0..<9).map { _ in UUID() }
    for space in spaces { try store.perform(.save([.sample(space)]), spaceId: space) }
    try open[spaces[0]].withLog { log in
      for space in spaces.dropFirst() { try open[space].withLog { _ in } }
      #expect(log.index.count == 1)
    }
    #expect(open[spaces[0]].isLoaded)
  }
}
