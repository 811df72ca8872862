import Observation
import Revertible
import Testing

// MARK: - Types with operators in their bodies

@Versionable
private struct Grade: Comparable {
  var points = 0
  static func < (first: Grade, second: Grade) -> Bool { first.points < second.points }
}

@Versionable
private enum Level: Comparable {
  case low
  case high(reason: String)

  /// Names that the macro might want.
  var caseName: String { "level" }
  enum CaseName {}

  static func < (first: Level, second: Level) -> Bool { first == .low && second != .low }
}

private protocol Addable {
  static func + (first: Self, second: Self) -> Self
}

@Versionable
private struct Amount: Addable {
  var euros = 0
  static func + (first: Amount, second: Amount) -> Amount {
    Amount(euros: first.euros + second.euros)
  }
}

@Versioning
private final class Model: Hashable, Comparable {
  var grade = Grade()

  static func == (first: Model, second: Model) -> Bool { first === second }
  static func < (first: Model, second: Model) -> Bool { first.grade < second.grade }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@Observable
@Versioning
private final class ObservableModel: Hashable {
  var grade = Grade()

  static func == (first: ObservableModel, second: ObservableModel) -> Bool { first === second }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@MainActor
@Versioning
private final class MainActorModel: Equatable {
  var grade = Grade()

  nonisolated static func == (first: MainActorModel, second: MainActorModel) -> Bool {
    first === second
  }
}

// MARK: - Tests

struct OperatorTests {
  @Test func protocolsFindTheOperatorsOfValues() throws {
    #expect([Grade(points: 2), Grade(points: 1)].sorted().map(\.points) == [1, 2])
    #expect([Level.high(reason: "a"), .low].min() == .low)
    #expect(sum([Amount(euros: 1), Amount(euros: 2)], from: Amount()) == Amount(euros: 3))
    let controller = VersioningController(Level.high(reason: "a"))
    controller.append(.high(reason: "b"))
    controller.append(.low)
    #expect(try controller.undo() == .high(reason: "b"))
    #expect(try controller.undo() == .high(reason: "a"))
  }

  private func sum<Value: Addable>(_ values: [Value], from start: Value) -> Value {
    values.reduce(start) { $0 + $1 }
  }

  @Test func protocolsFindTheOperatorsOfModels() {
    let (first, second) = (Model(), Model())
    second.grade.points = 1
    #expect(Set([first, second, first]).count == 2)
    #expect([second, first].sorted() == [first, second])
    second.$grade.undo()
    #expect(!(first < second))
  }

  @Test func protocolsFindTheOperatorsOfObservableModels() {
    let model = ObservableModel()
    model.grade.points = 1
    model._$grade.undo()
    #expect(model.grade.points == 0)
    #expect(Set([model, model]).count == 1)
    #expect([model].firstIndex(of: ObservableModel()) == nil)
  }

  @Test @MainActor func protocolsFindTheOperatorsOfIsolatedModels() {
    let model = MainActorModel()
    model.grade.points = 1
    model.$grade.undo()
    #expect([MainActorModel(), model].firstIndex(of: model) == 1)
  }
}
