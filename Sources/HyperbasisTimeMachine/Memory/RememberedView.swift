package import Foundation
import Hyperbasis
import HyperbasisCanvas
package import HyperbasisJSONText

/// How a space was looked at when it was left, to go on there.
///
/// What would hide something at the next start, such as the date and the filter, is not part of it.
package struct RememberedView: Hashable, Sendable {
  package var camera: Camera?
  package var bar = BarWindow()
  package var marks = Marks()
  package var diffMode = DiffMode.off
  package var tab = Tab.anchors
  package var focus = Focus.tab
  package var selection: UUID?
  package var showsDeleted = false
  package var isSideBySide = false
  package var takesShiftOut = false
  /// Options by their names.
  package var options: [String: String] = [:]

  /// The options that are about a space, not about the terminal or its person.
  static let optionNames: Set<String> = ["colors", "labels", "threshold", "trails"]

  package init() {}

  package init(_ view: SpaceView, _ settings: Settings) {
    camera = view.camera
    bar = view.bar
    marks = view.marks
    diffMode = view.diffMode
    tab = view.tab
    focus = view.focus
    selection = view.selection
    showsDeleted = view.showsDeleted
    isSideBySide = view.isSideBySide
    takesShiftOut = view.takesShiftOut
    for option in SettingOption.all where Self.optionNames.contains(option.name) {
      options[option.name] = option.value(settings)
    }
  }
}

extension State {
  /// Goes on where the space was left; what does not fit it any more is left out.
  mutating func resume(_ former: RememberedView) {
    guard var view else { return }
    let areMarked = former.marks.a != nil && former.marks.b != nil
    view.camera = former.camera
    view.bar = former.bar
    view.marks = former.marks
    view.diffMode = former.diffMode == .marks && !areMarked ? .off : former.diffMode
    view.tab = former.tab
    view.focus = former.focus
    view.selection = former.selection
    view.showsDeleted = former.showsDeleted
    view.isSideBySide = former.isSideBySide && areMarked
    view.takesShiftOut = former.takesShiftOut
    self.view = view
    for option in SettingOption.all where RememberedView.optionNames.contains(option.name) {
      // A word that no longer means anything changes nothing.
      if let value = former.options[option.name] { try? option.set(value, in: &settings) }
    }
  }
}

// MARK: - Files

extension RememberedView {
  private static let format = "hyperbasis view"

  package func text(store: String, spaceId: UUID) throws(JSONError) -> String {
    var members: [String: AnyCodableValue] = [
      "store": .string(store), "space": AnyCodableValue(spaceId), "bar": .string(bar.mode.rawValue),
      "diff": .string(DiffMode.words.first { $0.mode == diffMode }?.word ?? "off"),
      "tab": .string(tab.title.plain), "focus": .string(focus == .plan ? "plan" : "tab"),
      "deleted": .bool(showsDeleted), "sideBySide": .bool(isSideBySide),
      "shift": .bool(takesShiftOut), "options": .dictionary(options.mapValues { .string($0) }),
    ]
    members["selection"] = selection.map { AnyCodableValue($0) }
    members["a"] = marks.a.map { AnyCodableValue($0) }
    members["b"] = marks.b.map { AnyCodableValue($0) }
    members["window"] = bar.window.map {
      [AnyCodableValue($0.lowerBound), AnyCodableValue($0.upperBound)]
    }
    members["camera"] = camera.map { camera in
      [.double(camera.centre.x), .double(camera.centre.z), .double(camera.metresPerColumn)]
    }
    return try MemoryFile.text(format: Self.format, members: members)
  }

  /// Reads a file; members that are missing or mean nothing are as at the first start.
  package static func read(_ text: String) throws(MemoryFile.Problem) -> RememberedView {
    let members = try MemoryFile(text, format: format).members
    var view = RememberedView()
    view.camera = members["camera"]?.arrayValue.flatMap(camera)
    view.bar.mode = members["bar"]?.stringValue.flatMap { TimeBarMode(rawValue: $0) } ?? .time
    view.bar.window = members["window"]?.arrayValue.flatMap(window)
    view.marks = Marks(a: members["a"]?.instant, b: members["b"]?.instant)
    let diff = members["diff"]?.stringValue
    view.diffMode = DiffMode.words.first { $0.word == diff }?.mode ?? .off
    let tab = members["tab"]?.stringValue
    view.tab = Tab.allCases.first { $0.title.plain == tab } ?? .anchors
    view.focus = members["focus"]?.stringValue == "plan" ? .plan : .tab
    view.selection = members["selection"]?.uuid
    view.showsDeleted = members["deleted"]?.boolValue ?? false
    view.isSideBySide = members["sideBySide"]?.boolValue ?? false
    view.takesShiftOut = members["shift"]?.boolValue ?? false
    view.options = members["options"]?.dictionaryValue?.compactMapValues(\.stringValue) ?? [:]
    return view
  }

  private static func camera(_ values: [AnyCodableValue]) -> Camera? {
    let numbers = values.compactMap(\.doubleValue).filter(\.isFinite)
    guard numbers.count == 3, values.count == 3, numbers[2] > 0 else { return nil }
    return Camera(
      centre: PlanPoint(x: numbers[0], z: numbers[1]), metresPerColumn: numbers[2])
  }

  private static func window(_ values: [AnyCodableValue]) -> ClosedRange<HBInstant>? {
    let instants = values.compactMap(\.instant)
    guard instants.count == 2, values.count == 2, instants[0] < instants[1] else { return nil }
    return instants[0]...instants[1]
  }
}
