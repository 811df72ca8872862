package import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
package import HyperbasisJSONText

/// How a space was viewed when it was left, to continue from there.
///
/// Anything that would hide data at the next start, such as the date and the filter, is not part of it.
package struct RememberedView: Hashable, Sendable {
  package var map = MapState()
  package var bar = BarWindow()
  package var compare = CompareState()
  package var tab = Tab.anchors
  package var focus = Focus.tab
  package var selection: UUID?
  package var showsDeleted = false
  /// Options by their names.
  package var options: [String: String] = [:]

  /// The options that concern a space, not the terminal or the user.
  static let optionNames: Set<String> = ["colors", "labels", "threshold", "trails"]

  package init() {}

  package init(_ view: SpaceView, _ settings: Settings) {
    map = view.map
    bar = view.time.bar
    compare = view.compare
    tab = view.lists.tab
    focus = view.lists.focus
    selection = view.lists.selection
    showsDeleted = view.lists.showsDeleted
    for option in SettingOption.all where Self.optionNames.contains(option.name) {
      options[option.name] = option.value(settings)
    }
  }
}

// MARK: - Files

extension RememberedView {
  private static let format = "hyperbasis view"

  package func text(store: String, spaceId: UUID) throws(JSONError) -> String {
    var members: [String: AnyCodableValue] = [
      "store": .string(store), "space": AnyCodableValue(spaceId),
      "line": .string(bar.line.rawValue), "diff": .string(compare.mode.rawValue),
      "tab": .string(tab.title.plain), "focus": .string(focus == .map ? "plan" : "tab"),
      "deleted": .bool(showsDeleted), "sideBySide": .bool(compare.isSideBySide),
      "shift": .bool(compare.takesShiftOut),
      "options": .dictionary(options.mapValues { .string($0) }),
    ]
    // A mode that the user did not choose is derived from the events next time.
    if bar.isModeChosen { members["bar"] = .string(bar.mode.rawValue) }
    members["selection"] = selection.map { AnyCodableValue($0) }
    members["a"] = compare.marks.a.map { AnyCodableValue($0) }
    members["b"] = compare.marks.b.map { AnyCodableValue($0) }
    members["window"] = bar.window.map {
      [AnyCodableValue($0.lowerBound), AnyCodableValue($0.upperBound)]
    }
    members["camera"] = map.camera.map { camera -> AnyCodableValue in
      let (centre, scale) = (camera.centre, camera.metresPerColumn)
      return .array([centre.x, centre.y, centre.z, scale].map { .double($0) })
    }
    members["view"] = .string(map.viewpoint.rawValue)
    return try MemoryFile.text(format: Self.format, members: members)
  }

  /// Reads a file; members that are missing or invalid get the values of a first start.
  package static func read(_ text: String) throws(MemoryFile.Problem) -> RememberedView {
    let members = try MemoryFile(text, format: format).members
    var view = RememberedView()
    view.map.camera = members["camera"]?.arrayValue.flatMap(camera)
    view.map.viewpoint = members["view"]?.stringValue.flatMap(MapViewpoint.init) ?? .top
    if let mode = members["bar"]?.stringValue.flatMap({ TimeBarMode(rawValue: $0) }) {
      (view.bar.mode, view.bar.isModeChosen) = (mode, true)
    }
    view.bar.line = members["line"]?.stringValue.flatMap { BarLine(rawValue: $0) } ?? .off
    view.bar.window = members["window"]?.arrayValue.flatMap(window)
    view.compare.marks = Marks(a: members["a"]?.instant, b: members["b"]?.instant)
    view.compare.mode = members["diff"]?.stringValue.flatMap { DiffMode(rawValue: $0) } ?? .off
    let tab = members["tab"]?.stringValue
    view.tab = Tab.allCases.first { $0.title.plain == tab } ?? .anchors
    view.focus = members["focus"]?.stringValue == "plan" ? .map : .tab
    view.selection = members["selection"]?.uuid
    view.showsDeleted = members["deleted"]?.boolValue ?? false
    view.compare.isSideBySide = members["sideBySide"]?.boolValue ?? false
    view.compare.takesShiftOut = members["shift"]?.boolValue ?? false
    view.options = members["options"]?.dictionaryValue?.compactMapValues(\.stringValue) ?? [:]
    return view
  }

  private static func camera(_ values: [AnyCodableValue]) -> Camera? {
    let numbers = values.compactMap(\.doubleValue).filter(\.isFinite)
    guard numbers.count == 4, values.count == 4, numbers[3] > 0 else { return nil }
    return Camera(
      centre: SIMD3(numbers[0], numbers[1], numbers[2]), metresPerColumn: numbers[3])
  }

  private static func window(_ values: [AnyCodableValue]) -> ClosedRange<HBInstant>? {
    let instants = values.compactMap(\.instant)
    guard instants.count == 2, values.count == 2, instants[0] < instants[1] else { return nil }
    return instants[0]...instants[1]
  }
}
