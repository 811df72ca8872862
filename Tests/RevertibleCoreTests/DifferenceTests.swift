import Foundation
import RevertibleCore
import SeededRandom
import Testing

/// Random pairs of values: the change leads exactly from one to the other.
struct DifferenceTests {

  @Test func leadsExactlyToTheOtherValue() {
    for offset in 0..<RandomTests.scriptCount {
      let seed = RandomTests.firstSeed + UInt64(offset)
      var random = SeededGenerator(seed: seed)
      check(String(), seed, &random) { [UInt8]($0.utf8) == [UInt8]($1.utf8) }
      check(Data(), seed, &random) { $0 == $1 }
      check([Catalogue.Item](), seed, &random) { $0 == $1 }
    }
  }

  private func check<Value: Revertible & RandomlyEditable>(
    _ start: Value, _ seed: UInt64, _ random: inout SeededGenerator,
    isSame: (Value, Value) -> Bool
  ) {
    var previous = start
    for _ in 0..<random.below(12) { previous.edit(using: &random) }
    var current = previous
    for _ in 0...random.below(4) { current.edit(using: &random) }
    let change = current._valueChange(to: previous)
    guard !isSame(current, previous) else { return #expect(change == nil, "seed \(seed)") }
    do {
      var value = current
      try #require(current.reversion(to: previous), "seed \(seed)").revert(&value)
      #expect(isSame(value, previous), "seed \(seed)")
      let controller = VersioningController(Holder(value: previous))
      controller.append(Holder(value: current))
      try #expect(isSame(controller.undo().value, previous), "seed \(seed)")
      try #expect(isSame(controller.redo().value, current), "seed \(seed)")
      try #expect(isSame(controller.undo().value, previous), "seed \(seed)")
    } catch {
      Issue.record(error, "seed \(seed)")
    }
  }

  private struct Holder<Value: Revertible>: Versionable {
    var value: Value

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.value)
    }
  }

  // MARK: - Size

  private static let items = (0..<10_000).map { Catalogue.Item(id: $0, name: "An item of a list") }

  @Test(
    arguments: [
      { $0[5_000].count += 1 },
      { $0.insert(Catalogue.Item(id: -1), at: 3) },
      { $0.remove(at: 9_998) },
      { $0.insert($0.remove(at: 9_000), at: 10) },
      { $0.swapAt(1, 9_000) },
      {
        $0[0].name = "First"
        $0[9_999].name = "Last"
      },
    ] as [@Sendable (inout [Catalogue.Item]) -> Void])
  func growsWithTheEditAndNotWithTheArray(
    edit: @Sendable (inout [Catalogue.Item]) -> Void
  ) throws {
    var items = Self.items
    edit(&items)
    let change = try #require(items._valueChange(to: Self.items))
    #expect(change.cost < 700)
  }

  @Test func growsWithTheEditAndNotWithTheText() throws {
    let text = String(repeating: "0123456789", count: 100_000)
    var edited = text
    edited.insert(contentsOf: "inserted", at: text.index(text.startIndex, offsetBy: 500_000))
    #expect(try #require(edited._valueChange(to: text)).cost < 200)
    #expect(try #require(text._valueChange(to: edited)).cost < 200)
  }

  @Test func growsWithTheEditAndNotWithTheDictionary() throws {
    let entries = Dictionary(uniqueKeysWithValues: Self.items.map { ($0.id, $0) })
    var edited = entries
    edited[17]?.count = 4
    edited[18] = nil
    #expect(try #require(edited._valueChange(to: entries)).cost < 700)
    let set = Set(0..<10_000)
    #expect(try #require(set.subtracting([3])._valueChange(to: set)).cost < 200)
  }
}
