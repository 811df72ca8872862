import Foundation
import RevertibleCore
import SeededRandom

/// A value with everything for which equality and sameness differ: spellings of text, not-a-number, keys,
/// identities, and a type that compares only half of itself.
struct Album: Identifiable, Versionable, Sendable {
  let id: String
  var title = ""
  var initial: Character = "a"
  var lines: [String] = []
  var pages: [[String]] = []
  var names: Set<String> = []
  var captions: [String: String] = [:]
  var remark: String?
  var remarks: [String?] = []
  var level = 0.0
  var levels: [Double] = []
  var depths: Set<Double> = []
  var sizes: [Double: Int] = [:]
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var marks: [Mark] = []
  var kinds: [Kind] = []
  var inner: [Album] = []

  /// Its own `==` ignores the label and the places.
  struct Mark: Versionable, Sendable {
    var number = 0
    var label = ""
    var places: [Int] = []

    static func == (first: Mark, second: Mark) -> Bool { first.number == second.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.number)
      reverter.appendReversion(at: \.label)
      reverter.appendReversion(at: \.places)
    }
  }

  func addReversions(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.title)
    reverter.appendReversion(at: \.initial)
    reverter.appendReversion(at: \.lines)
    reverter.appendReversion(at: \.pages)
    reverter.appendReversion(at: \.names)
    reverter.appendReversion(at: \.captions)
    reverter.appendReversion(at: \.remark)
    reverter.appendReversion(at: \.remarks)
    reverter.appendReversion(at: \.level)
    reverter.appendReversion(at: \.levels)
    reverter.appendReversion(at: \.depths)
    reverter.appendReversion(at: \.sizes)
    reverter.appendReversion(at: \.date)
    reverter.appendReversion(at: \.marks)
    reverter.appendReversion(at: \.kinds)
    reverter.appendReversion(at: \.inner)
  }
}

extension Album {

  /// According to its own `==`, all values are equal, whatever their case.
  enum Kind: Versionable, Sendable {
    case plain
    case named(String)
    case dated(day: Int?)

    static func == (first: Kind, second: Kind) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    func addReversions(into reverter: inout some Reverter<Self>) {
      guard !reverter.hasChanged(at: \.caseName) else {
        return reverter.appendOverwriteReversion(at: \.self)
      }
      reverter.appendReversion(at: \.name)
      reverter.appendReversion(at: \.day)
    }

    private enum CaseName { case plain, named, dated }

    private var caseName: CaseName {
      switch self {
      case .plain: .plain
      case .named: .named
      case .dated: .dated
      }
    }

    private var name: String? {
      get { if case .named(let name) = self { name } else { nil } }
      set { if case .named = self, let newValue { self = .named(newValue) } }
    }

    private var day: Int? {
      get { if case .dated(let day) = self { day } else { nil } }
      set { if case .dated = self { self = .dated(day: newValue) } }
    }
  }
}

// MARK: - Exact description

extension Album {
  /// A description of the whole value by its bytes, so that only the same value has the same one.
  var exact: String {
    let properties = [
      id.exact, title.exact, String(initial).exact, "\(lines.map(\.exact))",
      "\(pages.map { $0.map(\.exact) })", "\(names.map(\.exact).sorted())",
      "\(captions.map { "\($0.exact):\($1.exact)" }.sorted())", remark.exact,
      "\(remarks.map(\.exact))", level.exact, "\(levels.map(\.exact))",
      "\(depths.map(\.exact).sorted())", "\(sizes.map { "\($0.exact):\($1)" }.sorted())",
      date.timeIntervalSinceReferenceDate.exact, "\(marks.map(\.exact))", "\(kinds.map(\.exact))",
      "\(inner.map(\.exact))",
    ]
    return "(\(properties.joined(separator: " ")))"
  }
}

extension Album.Mark {
  fileprivate var exact: String { "\(number) \(label.exact) \(places)" }
}

extension Album.Kind {
  fileprivate var exact: String {
    switch self {
    case .plain: "plain"
    case .named(let name): "named \(name.exact)"
    case .dated(let day): "dated \(String(describing: day))"
    }
  }
}

extension String {
  /// The bytes as numbers.
  var exact: String { "<\(utf8.map { String($0, radix: 16) }.joined(separator: "."))>" }
}

extension String? {
  fileprivate var exact: String { self?.exact ?? "nil" }
}

extension Double {
  fileprivate var exact: String { String(bitPattern, radix: 16) }
}
