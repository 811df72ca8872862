import Foundation
import Hyperbasis
import TestSupport
import Testing

struct SuccessorTests {
  @Test func aMicrosecondLater() {
    let instant = HBInstant(microseconds: 1_700_000_000_123_456)
    #expect(instant.successor.microseconds == 1_700_000_000_123_457)
    #expect(HBInstant(microseconds: -1).successor.microseconds == 0)
  }

  /// If dates are coarser than microseconds, what is written next is still later.
  @Test func laterAlsoInTheFarFuture() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let end = try #require(HBInstant(rfc3339: "9999-12-31T23:59:00Z"))
    for _ in 0..<1000 {
      let instant = HBInstant(microseconds: .random(in: 0..<end.microseconds, using: &generator))
      let next = instant.successor
      #expect(next > instant, "seed \(seed)")
      #expect(HBInstant(next.date) == next, "seed \(seed)")
    }
  }

  @Test func neverInTheYear10000() throws {
    let end = try #require(HBInstant(rfc3339: "9999-12-31T23:59:59.999999Z"))
    for instant in [end, HBInstant(microseconds: .max)] {
      #expect(instant.successor.wholeSecondText == "9999-12-31T23:59:59Z")
    }
  }

  /// Dates are coarser than that, and no file can express the year 10000.
  @Test func noDateIsRoundedIntoTheYear10000() throws {
    let end = try #require(HBInstant(rfc3339: "9999-12-31T23:59:59.999999Z"))
    for back in [0, 1, 14, 15, 16, 31] as [Int64] {
      let instant = end.advanced(byMicroseconds: -back)
      #expect(HBInstant(instant.date).wholeSecondText == "9999-12-31T23:59:59Z")
    }
    #expect(HBInstant(end.advanced(byMicroseconds: 1).date).wholeSecondText.hasPrefix("10000-"))
  }

  /// An event that would precede the anchor's newest one has no effect, so it is refused.
  @Test func nothingIsWrittenAfterTheLastInstant() throws {
    let log = SampleLog()
    let (chair, table) = (UUID(), UUID())
    let end = try #require(HBInstant(rfc3339: "9999-12-31T23:59:59.999968Z"))
    log.append(.created, chair, at: end, x: 1)
    let lines = log.lines.count
    expectError(.noLaterInstant(anchorId: chair)) {
      try log.perform(.save([log.anchor(chair, 2), log.anchor(table, 3)]))
    }
    expectError(.noLaterInstant(anchorId: chair)) { try log.perform(.undo) }
    #expect(log.lines.count == lines)
    // Others can be written, and an unchanged anchor needs no instant.
    #expect(try log.perform(.save([log.anchor(chair, 1), log.anchor(table, 3)])).events.count == 1)
  }

  /// Saving works after another writer's event with the greatest version or a date far in the future.
  @Test func savingAfterExtremeEvents() throws {
    let log = SampleLog()
    let chair = UUID()
    let ahead = try #require(HBInstant(rfc3339: "9998-01-01T00:00:00.123457Z"))
    log.append(.created, chair, at: ahead, version: Int(Int32.max), x: 1)
    let plan = try log.perform(.save([log.anchor(chair, 2)]))
    #expect(plan.events[0].version == Int(Int32.max))
    #expect(log.now(chair) == "2")
  }
}
