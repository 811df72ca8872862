import HyperbasisCanvas

extension Keymap {
  static let moveBindings: [Binding] = [
    move(.move(.nudge(.left)), "nudge-left", [.left], "1 cm to the left"),
    move(.move(.nudge(.right)), "nudge-right", [.right], "1 cm to the right"),
    move(.move(.nudge(.up)), "nudge-up", [.up], "1 cm up the plan, against z"),
    move(.move(.nudge(.down)), "nudge-down", [.down], "1 cm down the plan, along z"),
    move(.move(.nudgeFar(.left)), "nudge-far-left", [.shiftLeft, "h"], "10 cm to the left"),
    move(.move(.nudgeFar(.right)), "nudge-far-right", [.shiftRight, "l"], "10 cm to the right"),
    move(.move(.nudgeFar(.up)), "nudge-far-up", [.shiftUp, "k"], "10 cm up the plan"),
    move(.move(.nudgeFar(.down)), "nudge-far-down", [.shiftDown, "j"], "10 cm down the plan"),
    move(.move(.lift(.forward)), "lift", [.pageUp, "+"], "1 cm higher"),
    move(.move(.lift(.back)), "lower", [.pageDown, "-"], "1 cm lower"),
    move(.move(.turn(.forward)), "turn-left", ["<"], "5° counter-clockwise"),
    move(.move(.turn(.back)), "turn-right", [">"], "5° clockwise"),
    move(.move(.typePlace), "place", ["t"], "type x,y,z in metres and a yaw in degrees"),
    move(.draft(.undo), "take-back", ["u"], "undo the last nudges"),
    move(.draft(.redo), "do-again", ["U", .control("r")], "redo the nudges"),
    move(.move(.stage), "stage", [.enter], "keep it here, in the draft"),
  ]

  private static func move(
    _ intent: Intent, _ name: String, _ keys: [Key], _ help: TerminalText
  ) -> Binding {
    Binding(intent: intent, name: name, scope: .move, group: .move, keys: keys, help: help)
  }
}
