import HyperbasisCanvas
import Testing

@testable import HyperbasisTimeMachine

struct NameColumnTests {
  private func width(names: [Int], texts: [Int], room: Int) -> Int {
    func blanks(_ count: Int) -> TerminalText {
      TerminalText(String(repeating: "x", count: count))
    }
    return NameColumn(names: names.map(blanks), texts: texts.map(blanks), room: room).width
  }

  @Test func namesHaveWhatTheyNeedAndTheTextsLeave() {
    #expect(width(names: [5, 9], texts: [10], room: 38) == 9)
    #expect(width(names: [30], texts: [10], room: 38) == 27)
    #expect(width(names: [], texts: [], room: 0) == 1)
  }

  @Test func longNamesGiveWayToTextsThatFit() {
    #expect(width(names: [18], texts: [22, 8], room: 38) == 15)
    #expect(width(names: [30], texts: [44], room: 78) == 30)
    #expect(width(names: [40], texts: [46], room: 78) == 31)
  }

  @Test func whereThereIsLittleRoomNamesKeepADozenColumnsOrHalf() {
    #expect(width(names: [10], texts: [15], room: 24) == 10)
    #expect(width(names: [20], texts: [15], room: 27) == 13)
    #expect(width(names: [20], texts: [14], room: 27) == 12)
  }

  @Test func aTextThatIsCutAnywayLeavesHalf() {
    #expect(width(names: [30], texts: [60], room: 38) == 18)
    #expect(width(names: [30], texts: [60, 5], room: 38) == 18)
    #expect(width(names: [30], texts: [60, 22], room: 38) == 15)
  }
}
