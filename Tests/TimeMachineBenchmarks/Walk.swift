import Foundation
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport

/// Presses every key of the key table, each in many states of the program.
struct Walk {
  private(set) var program: TimedProgram
  /// Starts the program again, on the same store.
  private let restart: () throws -> TimedProgram
  let rounds: Int
  private(set) var samples: [String: Samples] = [:]
  private var random: SeededGenerator

  /// Intents that end or stop the program, and so draw no frame.
  static let endings: Set<Intent> = [.program(.quit), .program(.suspend)]

  init(rounds: Int, seed: UInt64, start: @escaping () throws -> TimedProgram) throws {
    program = try start()
    restart = start
    self.rounds = rounds
    random = SeededGenerator(seed: seed)
  }

  mutating func run() throws {
    try open()
    for round in 1...rounds {
      for binding in Keymap.standard.bindings where !Self.endings.contains(binding.intent) {
        for key in binding.keys { try press(key, of: binding) }
      }
      try type(into: "/", ["note 7", "4", "zebra"])
      try type(into: "f", ["note 12", "priority=3", "kind:moved", "type:sticky_note", ""])
      try type(into: "t", ["50%", "-30m", "2023-11-20"])
      try type(into: "&", ["0.5..2", "..1", ""])
      try type(
        into: ":", ["fit", "trails", "trails all", "trails 1h", "view side", "measure first"])
      FileHandle.standardError.write(Data("round \(round) of \(rounds)\n".utf8))
    }
    for _ in 1...rounds { try answerOffers() }
  }

  private mutating func open() throws {
    _ = try program.frames(of: "(start)")
    try press(.enter, as: "spaces enter")
  }
}

// MARK: - Keys

extension Walk {
  @discardableResult
  private mutating func press(_ key: Key, as name: String) throws -> FrameTiming {
    let (frame, later) = try program.press(key)
    samples[name, default: Samples()].frames.append(frame)
    if !later.isEmpty {
      samples[name]?.answers.append(later.reduce(frame.total) { $0 + $1.total })
    }
    return frame
  }

  private mutating func press(_ keys: [Key], in scope: Scope = .space) throws {
    for key in keys { try press(key, as: "\(scope) \(key.name)") }
  }

  /// Brings the program into some state in which the binding applies, and presses its key.
  private mutating func press(_ key: Key, of binding: Binding) throws {
    switch binding.scope {
    case .space, .everywhere: try vary()
    case .map:
      try vary()
      try press(["5"])
    case .list:
      try vary()
      try press([["1", "2", "3", "4"].randomElement(using: &random) ?? "1"])
    case .dialog: return try pressInDialog(key, binding)
    case .move: return try pressInMove(key)
    // A draft is offered only if an earlier program was interrupted; see `answerOffers`.
    case .offer: return
    case .help:
      try press(["?"])
      try press(key, as: "help \(key.name)")
      if binding.intent != .program(.close) { try press(["q"], in: .help) }
      return
    // The measured store has none.
    case .bookmarks: return
    case .spaces:
      try press([.end, .backspace])
      try press(key, as: "spaces \(key.name)")
      if binding.intent != .rows(.activate) { try press([.enter], in: .spaces) }
      return
    }
    try pressInSpace(key, binding)
  }

  private mutating func pressInSpace(_ key: Key, _ binding: Binding) throws {
    switch binding.intent {
    case .program(.close): try press(["?"])
    case .draft(.rollBackAnchor):
      try press([.down, ["[", "{", ","].randomElement(using: &random) ?? "["])
    case .draft(.rollBackSpace): try press(["["])
    case .draft(.deleteAnchor), .draft(.editMetadata), .draft(.moveAnchor), .draft(.addAnchor):
      try press([.end, "g", .down])
    case .draft(.write), .draft(.drop): try press([.end, "g", .down, "D"])
    default: break
    }
    try press(key, as: "\(binding.scope) \(key.name)")
    try leaveLayers(after: binding.intent)
  }

  /// Leaves what the key opened, so that the next key applies to the space again.
  private mutating func leaveLayers(after intent: Intent) throws {
    switch intent {
    case .time(.askDate), .list(.find), .list(.filter), .map(.askSlice), .program(.commandLine),
      .program(.help), .bookmark(.add), .draft(.editMetadata), .draft(.addAnchor),
      .draft(.moveAnchor):
      try press([.escape], in: .everywhere)
    case .draft(.rollBackSpace): try press(["n"], in: .dialog)
    case .draft(.deleteAnchor): try press(["X"])
    case .program(.backToSpaces): try press([.enter], in: .spaces)
    case .draft(.undo), .draft(.redo): try press([.escape], in: .everywhere)
    default: break
    }
  }
}

// MARK: - Offers

extension Walk {
  /// Presses every key that answers the offer to resume a saved draft.
  private mutating func answerOffers() throws {
    let bindings = Keymap.standard.bindings.filter { $0.scope == .offer }
    try stageDraft()
    try interrupt()
    for binding in bindings
    where ![.dialog(.resumeDraft), .dialog(.discardDraft)].contains(binding.intent) {
      for key in binding.keys {
        try press(key, as: "offer \(key.name)")
        if binding.intent == .dialog(.decline) { try press([.backspace, .enter], in: .spaces) }
      }
    }
    try press("y", as: "offer y")
    try interrupt()
    try press("X", as: "offer X")
  }

  /// Stages so many edits that not all of them fit into the offer.
  private mutating func stageDraft() throws {
    try press([.escape, .escape, .escape], in: .everywhere)
    try press([.end, "1", "g"])
    for _ in 0..<30 { try press([.down, "D"]) }
  }

  /// Ends the program by a signal, so that it saves the draft, and starts it again.
  private mutating func interrupt() throws {
    program.terminal.sendSignal(SIGTERM)
    try program.terminal.waitForExit()
    program = try restart()
    try open()
  }
}

// MARK: - States

extension Walk {
  /// Presses a few keys that put the program into another state.
  private mutating func vary() throws {
    for _ in 0..<3 {
      let keys = Self.variations.randomElement(using: &random) ?? []
      try press(keys)
    }
  }

  private static let variations: [[Key]] = [
    [.home], [.end], [",", ","], [".", "."], [","], ["["], ["]"], ["{"], ["}"], [.left],
    [.right], [",", ",", ",", "a"], [",", "b"], ["d"], ["d"], ["d"], ["s"], ["1"], ["2"], ["3"],
    ["4"], ["5"], [.down, .down], ["G"], ["g"], ["i"], ["o"], ["+"], ["-"], ["0"], ["r"], ["w"],
    ["c"], ["v"], ["e"], ["m"], ["("], [")"], ["~"], ["z"], ["x"], [.escape], ["n"], ["N"],
    ["|"], ["*"],
  ]

  /// Opens a plan for a few anchors or, far back in time, for nearly all, and presses a key in it.
  private mutating func pressInDialog(_ key: Key, _ binding: Binding) throws {
    let isSmall = binding.intent == .dialog(.confirm) || Bool.random(using: &random)
    try press([.escape, .escape], in: .everywhere)
    try press([.end])
    try press(isSmall ? ["[", "[", "[", "[", "["] : [",", ","])
    try press(["S"])
    try press(key, as: "dialog \(key.name)")
    switch binding.intent {
    case .dialog(.confirm): try press(["u", "y"])
    case .dialog(.decline): break
    default: try press(["n"], in: .dialog)
    }
  }

  private mutating func pressInMove(_ key: Key) throws {
    try press([.end, "g", .down, "M"])
    try press(key, as: "move \(key.name)")
    if key == "t" { try press([.escape], in: .everywhere) }
    if key == .enter { try press(["X"]) } else { try press([.escape], in: .everywhere) }
  }

  /// Types into a prompt, character by character.
  private mutating func type(into prompt: Key, _ texts: [String]) throws {
    try vary()
    try press([prompt])
    try press(.control("u"), as: "typing")
    for scalar in (texts.randomElement(using: &random) ?? "").unicodeScalars {
      try press(.character(scalar), as: "typing")
    }
    try press(.enter, as: "enter in \(prompt.name)")
  }
}
