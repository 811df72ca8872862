import Foundation
import TestSupport
import Testing

@testable import HyperbasisSync

/// How far a table has been read, without having to read what this device wrote itself.
@Suite struct TableCursorTests {
  @Test func `own rows that follow at once are passed`() {
    var cursor = TableCursor(read: 7)
    cursor.noteOwn([8, 9, 10])
    #expect(cursor == TableCursor(read: 10))
  }

  @Test func `own rows behind a gap are known and not passed`() {
    var cursor = TableCursor(read: 7)
    cursor.noteOwn([12, 10, 11])
    #expect(cursor.read == 7 && cursor.known == [10...12])
    cursor.advance(to: 9)
    #expect(cursor == TableCursor(read: 12))
  }

  @Test func `after the last page own rows are passed, gaps included`() {
    var cursor = TableCursor(read: 7)
    cursor.noteOwn([10, 15])
    cursor.finish()
    #expect(cursor == TableCursor(read: 15))
  }

  /// Several writers number rows in any order; a reader with a cursor misses none of the others' rows.
  @Test(arguments: 0..<200) func `no row of others is missed`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var cursor = TableCursor()
    var (others, seen): (Set<Int64>, Set<Int64>) = ([], [])
    var number: Int64 = 0
    for _ in 0..<60 {
      if Int.random(in: 0..<3, using: &random) > 0 {
        // A statement of either writer; some numbers belong to other tables.
        let isOwn = Bool.random(using: &random)
        var own: [Int64] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          number += Int64.random(in: 1...2, using: &random)
          if isOwn { own.append(number) } else { others.insert(number) }
        }
        // A response may be lost.
        if Int.random(in: 0..<5, using: &random) > 0 {
          cursor.noteOwn(own)
        } else {
          others.formUnion(own)
        }
      } else {
        var isLast = false
        while !isLast {
          let rest = others.filter { row in
            row > cursor.read && !cursor.known.contains { $0.contains(row) }
          }.sorted()
          let page = rest.prefix(3)
          seen.formUnion(page)
          if let end = page.last { cursor.advance(to: end) }
          isLast = page.count == rest.count
          // Between two pages a process may end, or another device may write.
          if !isLast, Int.random(in: 0..<4, using: &random) == 0 { break }
        }
        if isLast { cursor.finish() }
      }
    }
    #expect(others.filter { $0 <= cursor.read }.isSubset(of: seen), "seed \(seed)")
    #expect(seen.isSubset(of: others))
  }

  @Test func `a cursor reads its own text and the number of earlier versions`() throws {
    var cursor = TableCursor(read: 3)
    for known in [[], [5, 6, 9]] as [[Int64]] {
      cursor.noteOwn(known)
      let data = try JSONEncoder().encode([cursor])
      #expect(try JSONDecoder().decode([TableCursor].self, from: data) == [cursor])
    }
    #expect(
      try JSONDecoder().decode([TableCursor].self, from: Data("[3]".utf8)) == [TableCursor(read: 3)]
    )
  }
}
