import Testing

@testable import HyperbasisTimeMachine

/// The number of cached values is bounded, and values in use stay.
@Suite struct MemoTests {
  @Test func `what is asked for again and again is computed once`() {
    let table = MemoTable<Int, Int>(limit: 3)
    var computed = 0
    for number in 0..<100 {
      for key in [-1, number] {
        let value = table.value(for: key) {
          computed += 1
          return key * 2
        }
        #expect(value == key * 2)
      }
    }
    #expect(computed == 101)
  }

  @Test func `what was not asked for a while is forgotten`() {
    let table = MemoTable<Int, Int>(limit: 3)
    for number in 0..<7 { table.remember(number, for: number) }
    #expect(!table.knows(0))
    #expect((4..<7).allSatisfy { table.knows($0) })
  }

  @Test func `an heir and a change of all reach both generations`() {
    let table = MemoTable<Int, Int>(limit: 3)
    for number in 0..<5 { table.remember(number, for: number) }
    table.update { $0 += 10 }
    // Each is looked up in a table of its own, since a lookup makes a value recent again.
    let values = (0..<5).map { key in
      let heir = MemoTable<Int, Int>(limit: 3)
      heir.inherit(table)
      return heir[key]
    }
    #expect(values == [10, 11, 12, 13, 14])
  }
}
