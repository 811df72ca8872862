import HyperbasisExchange
import HyperbasisHistory
import HyperbasisJSONText
import HyperbasisModels

/// A command line of `hyperbasis import`, as far as samples need it.
struct ImportCommand {
  var options = ImportOptions()
  var files: [String] = []
  var times: String?
  var space = ""

  init(_ line: String) throws {
    var words = Self.words(line)[...]
    if words.first == "hyperbasis" { words.removeFirst() }
    if words.first == "import" { words.removeFirst() }
    if let first = words.first, !first.contains("."), !first.hasPrefix("--") {
      options.format = ImportFormat(rawValue: first)
      words.removeFirst()
    }
    while let word = words.popFirst() {
      guard word.hasPrefix("--") else {
        files.append(word)
        continue
      }
      if let sign = word.firstIndex(of: "="), !word.contains(" ") {
        words.insert(String(word[word.index(after: sign)...]), at: words.startIndex)
        try take(String(word[..<sign]), &words)
      } else {
        try take(word, &words)
      }
    }
  }

  struct Unknown: Error {
    let option: String
  }

  private mutating func take(_ option: String, _ words: inout ArraySlice<String>) throws {
    switch option {
    case "--snapshot": options.isSnapshot = true
    case "--skip-bad": options.skipsBadRows = true
    case "--rekey": options.rekeys = true
    default:
      guard let value = words.popFirst() else { throw Unknown(option: option) }
      try set(option, value)
    }
  }

  private mutating func set(_ option: String, _ value: String) throws {
    let list = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    switch option {
    case "--space": space = value
    case "--space-column": options.spaceColumn = value
    case "--id": options.id = value
    case "--as": options.anchorName = value
    case "--id-from": options.takesIdFromName = true
    case "--time": options.time = list
    case "--time-format": options.timeFormat = TimeFormat(value)
    case "--zone": options.zone = value
    case "--times": times = value
    case "--rate": options.rate = Double(value)
    case "--start": options.start = instant(value)
    case "--at": options.date = instant(value)
    case "--time-from": options.timeSource = TimeSource(rawValue: value)
    case "--columns": options.columns = list
    case "--position": options.position = list
    case "--lat": options.latitude = value
    case "--lon": options.longitude = value
    case "--alt": options.altitude = value
    case "--origin": options.origin = list.compactMap { Double($0) }
    case "--axes": options.axes = value
    case "--unit": options.unit = LengthScale(rawValue: value)
    case "--quaternion": options.quaternion = list
    case "--yaw": options.yaw = value
    case "--bearing": options.bearing = value
    case "--theta": options.theta = value
    case "--angle": options.angle = AngleUnit(rawValue: value)
    case "--matrix": options.matrix = list
    case "--matrix-order": options.matrixOrder = MatrixOrder(rawValue: value)
    default: try setRest(option, value)
    }
  }

  private mutating func setRest(_ option: String, _ value: String) throws {
    switch option {
    case "--keep": options.keep.append(value)
    case "--drop": options.drop.append(value)
    case "--text": options.text.append(value)
    case "--set":
      let (key, text) = pair(value)
      options.set[key] = (try? JSONParser.parse(Array(text.utf8))) ?? .string(text)
    case "--empty": options.empty = EmptyCell(rawValue: value) ?? .unset
    case "--actor-column": options.actorColumn = value
    case "--gone-after": options.goneAfter = microseconds(value)
    case "--deleted-when":
      let (column, text) = pair(value)
      options.deletedWhen = CellTest(column: column, value: text)
    case "--min-move": options.leastMove = Double(value.replacing("m", with: "")) ?? 0
    case "--min-turn": options.leastTurn = Double(value) ?? 0
    case "--every": options.leastInterval = microseconds(value) ?? 0
    case "--delimiter": options.delimiter = value
    case "--decimal": options.decimal = value
    case "--encoding": options.encoding = TextEncoding(rawValue: value)
    default: throw Unknown(option: option)
    }
  }

  private func pair(_ text: String) -> (String, String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : "")
  }

  private func instant(_ text: String) -> HBInstant? {
    HBInstant(rfc3339: text) ?? HBInstant(rfc3339: text + "T00:00:00Z")
  }

  private func microseconds(_ text: String) -> Int64? {
    guard let unit = text.last, let number = Double(text.dropLast()) else { return nil }
    let seconds: Double = unit == "m" ? 60 : unit == "h" ? 3600 : 1
    return Int64(number * seconds * 1_000_000)
  }

  /// Splits a line into words as a shell does.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }
}
