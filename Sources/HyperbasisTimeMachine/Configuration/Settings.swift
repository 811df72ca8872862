package import Foundation
package import HyperbasisCanvas
package import HyperbasisHistory
package import HyperbasisWording

/// How things are shown; the same for every space.
package struct Settings: Hashable, Sendable {
  package var charset: Charset
  /// Whether the terminal shows colours.
  package var hasColors = true
  /// The time zone of the user.
  package var localZone: TimeZone
  package var usesLocalTime: Bool
  package var showsLabels = true
  package var trails = Trails.off
  package var coloring = Coloring.type
  package var threshold = MoveThreshold.none
  package var usesMouse: Bool
  /// Whether everything is read aloud and nothing is drawn.
  package var isReadAloud = false
  /// The background of the terminal.
  package var background = Theme.Background.dark
  /// A zone that the user chose instead of the local one.
  package var chosenZone: TimeZone?
  /// When changes are synced with a cloud, if there is one.
  package var syncStrategy = HBSyncStrategy.manual
  /// Whether nothing is written to the store.
  package var isReadOnly = false
  /// Whether the session stays read-only until it ends.
  package var staysReadOnly = false
  /// Whether that is because the user may not write to the store's folder.
  package var isStoreProtected = false
  /// Set if the store is only a sample.
  package var sample: Sample?
  /// The options that a command needs to find the same store, with a leading blank: ` --store Lab`.
  package var storeOptions = ""

  package init(
    charset: Charset = .braille, localZone: TimeZone = .gmt, usesLocalTime: Bool = true,
    usesMouse: Bool = true
  ) {
    self.charset = charset
    self.localZone = localZone
    self.usesLocalTime = usesLocalTime
    self.usesMouse = usesMouse
  }

  /// Returns a command on this store for the user to type.
  ///
  /// - Parameter words: The words after `hyperbasis`.
  func command(_ words: TerminalText) -> TerminalText {
    "hyperbasis \(words)\(TerminalText(storeOptions))"
  }

  package var zone: TimeZone { usesLocalTime ? chosenZone ?? localZone : .gmt }

  package var timeText: TimeText { TimeText(zone: zone) }

  /// Returns an instant in the zone of the screen, to the microsecond: typed at a date prompt, it leads
  /// to exactly the state that it stands for.
  func text(_ instant: HBInstant) -> TerminalText {
    TerminalText(timeText.text(instant, fraction: .whenPresent))
  }
}

extension Settings {
  /// The message for a newly chosen colouring.
  var coloringText: TerminalText {
    hasColors ? coloring.text : "\(coloring.text), but this terminal shows none"
  }

  /// What is added to the store's name wherever it is shown: `read-only`, `sample`.
  package var standing: [TerminalText] {
    (isReadOnly ? ["read-only"] : []) + (sample == nil ? [] : ["sample"])
  }

  /// Why nothing can be written; nil if writing is possible.
  package var writeRefusal: TerminalText? {
    guard isReadOnly else { return nil }
    if isStoreProtected {
      return "read-only: you may not write to this store; check who owns its folder"
    }
    return staysReadOnly
      ? "read-only: this session was started with --read-only and writes nothing"
      : "read-only: nothing is written; :set readonly off ends that"
  }

  /// Why there is no mouse; nil if there may be one.
  var mouseRefusal: TerminalText? {
    isReadAloud ? "nothing is drawn here, so there is nothing to click" : nil
  }

  /// When changes are synced now: an automatic pass would write what others changed.
  package var syncStrategyInForce: HBSyncStrategy { isReadOnly ? .manual : syncStrategy }
}

/// What the colours of anchors mean.
package enum Coloring: Hashable, Sendable {
  case type, change, color, actor, height
  /// The shift after which an anchor was written.
  case frame
  /// A key of the metadata.
  case key(String)

  /// The colourings that a key press cycles through; frames only in a space that shifted.
  package static let cycle: [Coloring] = [.type, .change, .color, .actor, .height, .frame]

  /// Returns the next colouring of the cycle.
  func next(hasShifts: Bool) -> Coloring {
    let choices = Self.cycle.filter { hasShifts || $0 != .frame }
    let place = choices.firstIndex(of: self).map { $0 + 1 } ?? 0
    return choices[place % choices.count]
  }

  /// The colouring as it is typed: one of the words, or `key:` and a key.
  package var word: String {
    switch self {
    case .type: "type"
    case .change: "change"
    case .color: "color"
    case .actor: "actor"
    case .height: "height"
    case .frame: "frame"
    case .key(let key): Self.keyPrefix + key
    }
  }

  static let keyPrefix = "key:"

  package init?(word: String) {
    if let known = Self.cycle.first(where: { $0.word == word.lowercased() }) {
      self = known
    } else {
      guard word.hasPrefix(Self.keyPrefix), word.count > Self.keyPrefix.count else { return nil }
      self = .key(String(word.dropFirst(Self.keyPrefix.count)))
    }
  }

  /// The message for choosing it.
  var text: TerminalText { "colours by \(name)" }

  var name: TerminalText {
    switch self {
    case .change: "change"
    case .type: "type"
    case .color: "the key color"
    case .actor: "actor"
    case .height: "height"
    case .frame: "the shift after which it was written"
    case .key(let key): "the key \(KeyText.text(key))"
    }
  }
}

/// The distance and turn from which a difference counts as a move.
package enum MoveThreshold: Int, CaseIterable, Hashable, Sendable {
  case none = 0
  case centimetre = 1
  case fiveCentimetres = 5
  case tenCentimetres = 10

  /// In metres.
  package var distance: Double { Double(rawValue) / 100 }

  /// In degrees; small turns accompany small moves when a device relocalises.
  package var angle: Double { self == .none ? 0 : 1 }

  /// What counts as a move.
  package var rule: MoveRule { MoveRule(distance: distance, angle: angle) }
}

extension CaseIterable where Self: Equatable {
  /// The case after this one; after the last comes the first.
  var following: Self {
    let all = Array(Self.allCases)
    guard let index = all.firstIndex(of: self) else { return self }
    return all[(index + 1) % all.count]
  }
}
