/// How a cell is drawn: its colours, as `#rrggbb`, and weight.
struct Rendition {
  var foreground: String
  var background: String
  var isBold = false
  var isUnderlined = false

  /// The default colours of a terminal.
  struct Ground {
    let foreground: String
    let background: String

    static let dark = Ground(foreground: "#d0d0d0", background: "#121212")
    static let light = Ground(foreground: "#202020", background: "#fdfdf6")
  }

  private let ground: Ground

  /// Creates the rendition of SGR parameters such as `["1;7", "38;5;114"]` (ECMA-48, 8.3.117).
  init(_ parameters: [String], on ground: Ground) {
    self.ground = ground
    (foreground, background) = (ground.foreground, ground.background)
    var isDim = false
    var isReversed = false
    var numbers = parameters.flatMap { $0.split(separator: ";") }.compactMap { Int($0) }[...]
    while let number = numbers.popFirst() {
      switch number {
      case 1: isBold = true
      case 2: isDim = true
      case 4: isUnderlined = true
      case 7: isReversed = true
      case 38: foreground = Self.indexed(&numbers) ?? foreground
      case 48: background = Self.indexed(&numbers) ?? background
      default: take(number)
      }
    }
    if isReversed { swap(&foreground, &background) }
    if isDim { foreground = Self.mixed(foreground, background) }
  }

  private mutating func take(_ number: Int) {
    switch number {
    case 39: foreground = ground.foreground
    case 49: background = ground.background
    case 30...37: foreground = Self.palette(number - 30)
    case 90...97: foreground = Self.palette(number - 82)
    case 40...47: background = Self.palette(number - 40)
    case 100...107: background = Self.palette(number - 92)
    default: break
    }
  }

  /// Returns the colour that follows `38` or `48`: `5;n`, a number of the palette.
  private static func indexed(_ numbers: inout ArraySlice<Int>) -> String? {
    guard numbers.popFirst() == 5, let index = numbers.popFirst() else { return nil }
    return palette(index)
  }

  /// Returns a colour of xterm: 16 named ones, a cube of 6×6×6, and 24 greys.
  private static func palette(_ index: Int) -> String {
    let named = [
      "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
      "#767676", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
    ]
    if index < 16 { return named[max(0, index)] }
    if index >= 232 {
      let level = 8 + (min(index, 255) - 232) * 10
      return hex(level, level, level)
    }
    let levels = [0, 95, 135, 175, 215, 255]
    let cube = index - 16
    return hex(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
  }

  private static func mixed(_ first: String, _ second: String) -> String {
    let (a, b) = (components(first), components(second))
    let mean = zip(a, b).map { ($0 * 3 + $1 * 2) / 5 }
    return hex(mean[0], mean[1], mean[2])
  }

  private static func components(_ colour: String) -> [Int] {
    let digits = Array(colour.dropFirst())
    return (0..<3).map { Int(String(digits[$0 * 2...$0 * 2 + 1]), radix: 16) ?? 0 }
  }

  private static func hex(_ red: Int, _ green: Int, _ blue: Int) -> String {
    "#"
      + [red, green, blue].map { value in
        let digits = String(value, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}
