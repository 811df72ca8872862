import Canvas
import Testing
import TimeMachine

@Suite struct KeymapFileTests {
  @Test func `keys are rebound, comments and blank lines pass`() {
    let (keymap, problems) = KeymapFile.read(
      """
      # mine
      undo = ctrl-u, z

      zone = Z
      back-ten = ,
      """)
    #expect(problems.isEmpty)
    #expect(keymap.intent(for: .control("u"), in: [.space]) == .undo)
    #expect(keymap.intent(for: "z", in: [.space]) == .undo)
    #expect(keymap.intent(for: "Z", in: [.space]) == .cycleZone)
    #expect(keymap.intent(for: ",", in: [.space]) == .stepTenPositions(.back))
  }

  @Test func `what is wrong is named with its line, and the rest counts`() {
    let (keymap, problems) = KeymapFile.read("fly = f\nundo\nundo = hyper-u\nundo =\nredo = e")
    #expect(problems.map(\.line) == [1, 2, 3, 4])
    #expect(problems[0].text.plain.contains("no command \"fly\""))
    #expect(keymap.intent(for: "e", in: [.space]) == .redo)
  }

  @Test func `hostile text in the file is shown, not obeyed`() {
    let (_, problems) = KeymapFile.read("\u{1B}[2J = u")
    #expect(problems.first?.text.plain.contains("\u{1B}") == false)
  }

  @Test func `the table for documents has every command`() {
    let table = KeymapTable.markdown()
    for binding in Keymap.standardBindings {
      #expect(table.contains("`\(binding.name)`"), "\(binding.name)")
    }
  }
}
