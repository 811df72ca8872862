import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import SeededRandom
import Testing

@testable import Hyperbasis

struct OperationListTests {
  /// The list row by row equals the list as a whole, however the log came about.
  @Test(arguments: 0..<100)
  func `rows are the operations, and a grown log is the same as a new one`(run: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let log = SampleLog(seed: seed &+ 1)
    let anchors = (0..<3).map { _ in UUID.random(&generator) }
    let names = (0..<4).map { _ in UUID.random(&generator) }
    var list: OperationList?
    var former: EventIndex?
    for step in 0..<Int.random(in: 1..<30, using: &generator) {
      let operation = Bool.random(using: &generator) ? names.randomElement(using: &generator) : nil
      log.append(
        step < 3 ? .created : .moved, anchors[Int.random(in: 0..<3, using: &generator)],
        at: log.clock.advanced(byMicroseconds: Int64(step / 2)), x: Float(step),
        operation: operation)
      let index = try log.index
      let all = OperationLog(index: index).operations()
      let continues = former.map { index.continues($0) } ?? false
      list = continues ? list?.extended(to: index) : OperationList(index)
      former = index
      let grown = try #require(list)
      #expect(grown.operations(0..<grown.count).rows.map(\.operation) == all, "seed \(seed)")
      for row in all.indices {
        #expect(grown.id(ofRow: row) == all[row].id, "seed \(seed)")
        #expect(grown.row(of: all[row].id) == row, "seed \(seed)")
      }
    }
  }
}
