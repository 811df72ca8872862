import Foundation
import Observation
import Revertible
import Testing

/// Every name and label of Revertible 2.1.2, each in a use that would not compile without it. Those that
/// need Combine are used in `Tests/AppleStubs`.
struct Revertible2InterfaceTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let use: @Sendable () async throws -> Void

    init(_ name: String, _ use: @escaping @Sendable () async throws -> Void) {
      testDescription = name
      self.use = use
    }
  }

  @Test(arguments: protocols + wrappers + projections + controllers + errors + objects)
  func isStillHere(row: Row) async throws {
    try await row.use()
  }
}

private typealias Row = Revertible2InterfaceTests.Row
private typealias ValueController = VersioningController<Activity, Activity, ReversionError>

// MARK: - Macros

@Versionable
private struct Marked {
  var text = ""
  @VersionableIgnored var lastOpened = Date.distantPast
}

@Versioning("activity", errorMode: .throwErrors, debounceMilliseconds: 100)
private struct PlainModel {
  var activity: Activity = .mock
}

@Observable
@Versioning("activity", errorMode: .assignErrors("failure"))
private final class ObservableModel {
  var activity: Activity = .mock
}

/// The labels in the order of this project's first releases.
@available(*, deprecated)
@Versioning("activity", debounceMilliseconds: 100, errorMode: .throwErrors)
private struct EarlierModel {
  var activity: Activity = .mock
}

// MARK: - Protocols

private struct Tracked: Versionable {
  var text = ""
  var number: Int?
  var flag = true
  var bytes = Data()
  var ids: Set<UUID> = []
  var children: [Activity]? = []
  var byName: [String: Activity] = [:]

  func addReversions(into reverter: inout some Reverter<Self>) {
    guard !reverter.hasChanged(at: \.flag) else {
      reverter.appendOverwriteReversion(at: \.self)
      return
    }
    reverter.appendReversion(at: \.text)
    reverter.appendReversion(at: \.number)
    reverter.appendReversion(at: \.bytes)
    reverter.appendReversion(at: \.ids)
    reverter.appendReversion(at: \.children)
    reverter.appendReversion(at: \.byName)
  }
}

private let protocols = [
  Row("@Versionable, @VersionableIgnored") {
    let value = Marked(text: "A")
    #expect(value.reversion(to: Marked(text: "A", lastOpened: .distantFuture)) == nil)
    #expect(value.reversion(to: Marked()) != nil)
  },
  Row("Revertible.reversion(to:), Reversion.revert(_:)") {
    var value = Tracked(number: 1)
    let reversion: Reversion<Tracked>? = value.reversion(to: Tracked())
    try reversion?.revert(&value)
    #expect(value == Tracked())
  },
  Row("ReversionError.attemptingToRevertWrongVersion") {
    let reversion = Tracked(number: 1).reversion(to: Tracked())
    var other = Tracked(text: "other")
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) {
      try reversion?.revert(&other)
    }
  },
  Row("VersioningErrorHandlingMode") {
    let name: StaticString = "failure"
    let modes: [VersioningErrorHandlingMode] = [
      .throwErrors, .assignErrors, .assignErrors("failure"), .assignErrors(name),
    ]
    #expect(Set(modes).count == 3)
  },
]

// MARK: - Property wrappers

private let wrappers = [
  Row("Versioned.init(wrappedValue:)") { _ = Versioned(wrappedValue: Activity.mock) },
  Row("Versioned.init(wrappedValue:debounceClock:debounceInterval:)") {
    _ = Versioned(
      wrappedValue: Activity.mock, debounceClock: ContinuousClock(), debounceInterval: .seconds(1))
    _ = Versioned(wrappedValue: Activity.mock, debounceInterval: .seconds(1))
  },
  Row("ThrowingVersioned.init(wrappedValue:)") {
    _ = ThrowingVersioned(wrappedValue: Activity.mock)
  },
  Row("ThrowingVersioned.init(wrappedValue:debounceClock:debounceInterval:)") {
    _ = ThrowingVersioned(
      wrappedValue: Activity.mock, debounceClock: SuspendingClock(), debounceInterval: .seconds(1))
  },
  Row("@_Versioned") {
    @_Versioned<Activity, Never> var first = .mock
    @_Versioned<Activity, ReversionError>(debounceInterval: .seconds(1)) var second = .mock
    let same: Versioned<Activity> = _first
    #expect(same.wrappedValue == first && second != first)
  },
  Row("Versioned.Controller") {
    let wrapper = Versioned(wrappedValue: Activity.mock)
    let controller: Versioned<Activity>.Controller = wrapper.projectedValue
    let throwing: _Versioned<Activity, ReversionError>.Controller =
      ThrowingVersioned(wrappedValue: Activity.mock).projectedValue
    #expect(!controller.hasUndo && !throwing.hasUndo)
  },
]

private let projections = [
  Row("undo(), redo(), hasUndo, hasRedo") {
    @Versioned var activity = Activity.mock
    $activity.undo()
    $activity.redo()
    #expect(!$activity.hasUndo && !$activity.hasRedo)
  },
  Row("undo(to:), redo(to:), tag(_:), tags(inScopeLevel:)") {
    @Versioned var activity = Activity.mock
    $activity.tag("tag")
    $activity.undo(to: "tag")
    $activity.redo(to: "tag")
    let tags: (undo: [AnyHashable?], redo: [AnyHashable?])? = $activity.tags()
    #expect(tags?.undo == ["tag"] && $activity.tags(inScopeLevel: 1) == nil)
  },
  Row("pushNewScope(), popCurrentScope(), undoAndPopCurrentScope(), scopeLevel") {
    @Versioned var activity = Activity.mock
    $activity.pushNewScope()
    $activity.popCurrentScope()
    $activity.pushNewScope()
    $activity.undoAndPopCurrentScope()
    #expect($activity.scopeLevel == 0)
  },
  Row("error, of either wrapper") {
    @Versioned var first = Activity.mock
    @ThrowingVersioned var second = Activity.mock
    #expect($first.error == nil && $second.error == nil)
  },
  Row("undoCurrentScope(), redoCurrentScope()") {
    @ThrowingVersioned var activity = Activity.mock
    try $activity.undoCurrentScope()
    try $activity.redoCurrentScope()
  },
  Row("setWithoutTracking(_:), setWithTransaction(_:), reset()") {
    @Versioned var activity = Activity.mock
    $activity.setWithoutTracking(.mock)
    $activity.setWithTransaction { $0.title = "A" }
    await $activity.setWithTransaction { activity in
      await Task.yield()
      activity.title = "B"
    }
    $activity.reset()
    #expect(activity.title == "B" && !$activity.hasUndo)
  },
  Row("withDebouncing(clock:interval:)") {
    @Versioned var activity = Activity.mock
    $activity.withDebouncing(clock: ContinuousClock(), interval: .seconds(1))
  },
  Row("error") {
    @Versioned var activity = Activity.mock
    let error: ReversionError? = $activity.error
    $activity.error = nil
    #expect(error == nil)
  },
]

// MARK: - Controllers of values

private let controllers = [
  Row("init(_:), init(_:debounceClock:debounceInterval:)") {
    let _: ValueController = VersioningController(.mock)
    let _: ValueController = VersioningController(
      .mock, debounceClock: ContinuousClock(), debounceInterval: .seconds(1))
    let _: ValueController = VersioningController(.mock, debounceInterval: .seconds(1))
  },
  Row("init(on:at:), init(on:at:debounceClock:debounceInterval:)") {
    let _: VersioningController<Activity, String, ReversionError> = VersioningController(
      on: .mock, at: \.title)
    _ = VersioningController(
      on: Activity.mock, at: \.title, debounceClock: ContinuousClock(),
      debounceInterval: .seconds(1))
  },
  Row("append(_:), append(_:tag:), append(root:), append(root:tag:), tagCurrentVersion(_:)") {
    let controller = ValueController(.mock)
    controller.append(.mock)
    controller.append(.mock, tag: 1)
    controller.append(root: .mock)
    controller.append(root: .mock, tag: 2)
    controller.tagCurrentVersion(3)
    #expect(controller.tags()?.undo == [nil, nil, 1, nil, 3])
    #expect(controller.tags(inScopeLevel: 0)?.redo == [])
  },
  Row("undo() to undo(root:to:)") {
    let controller = ValueController(.mock)
    var value: Activity = try controller.undo()
    try controller.undo(&value)
    try controller.undo(root: &value)
    value = try controller.undo(to: "tag")
    try controller.undo(&value, to: "tag")
    try controller.undo(root: &value, to: "tag")
    #expect(!controller.hasUndo)
  },
  Row("redo() to redo(root:to:)") {
    let controller = ValueController(.mock)
    var value: Activity = try controller.redo()
    try controller.redo(&value)
    try controller.redo(root: &value)
    value = try controller.redo(to: "tag")
    try controller.redo(&value, to: "tag")
    try controller.redo(root: &value, to: "tag")
    #expect(!controller.hasRedo)
  },
  Row("undoCurrentScope(), redoCurrentScope(), undoAndPopCurrentScope()") {
    let controller = ValueController(.mock)
    controller.pushNewScope()
    try controller.popCurrentScope()
    var value: Activity = try controller.undoCurrentScope()
    try controller.undoCurrentScope(&value)
    try controller.undoCurrentScope(root: &value)
    value = try controller.redoCurrentScope()
    try controller.redoCurrentScope(&value)
    try controller.redoCurrentScope(root: &value)
    value = try controller.undoAndPopCurrentScope()
    try controller.undoAndPopCurrentScope(&value)
    try controller.undoAndPopCurrentScope(root: &value)
    #expect(controller.scopeLevel == 0)
  },
  Row("VersioningController.withDebouncing(clock:interval:)") {
    ValueController(.mock).withDebouncing(clock: ContinuousClock(), interval: .seconds(1))
  },
]

// MARK: - Controllers of objects

private final class PlainObject {
  var activity = Activity.mock
  var error: (any Error)?
}

private let errors = [
  Row("init(on:at:storingErrorsAt:)") {
    let object = PlainObject()
    let controller: VersioningController<PlainObject, Activity, Never> = VersioningController(
      on: object, at: \.activity, storingErrorsAt: \.error)
    controller.undo()
    controller.redo(to: "tag")
    controller.popCurrentScope()
  },
  Row("init(on:at:storingErrorsAt:debounceClock:debounceInterval:)") {
    _ = VersioningController(
      on: PlainObject(), at: \.activity, storingErrorsAt: \.error, debounceClock: ContinuousClock(),
      debounceInterval: .seconds(1))
  },
  Row("$activity and _$activity") {
    try PlainModel().$activity.undo()
    let model = ObservableModel()
    model._$activity.undo()
    let error: (any Error)? = model.failure
    #expect(error == nil)
  },
]

private let objects = [
  Row("init(on:at:) of an object, without an argument or a result") {
    let object = PlainObject()
    let controller = VersioningController(on: object, at: \.activity)
    controller.appendCurrentVersion()
    controller.appendCurrentVersion(tag: 1)
    try controller.undo()
    try controller.undo(to: 1)
    try controller.undoCurrentScope()
    try controller.redo()
    try controller.redo(to: 1)
    try controller.redoCurrentScope()
    try controller.undoAndPopCurrentScope()
    controller.setWithTransaction { $0.title = "A" }
    #expect(object.activity.title == "A")
  },
  Row("undo(root:) of an object") {
    var object = PlainObject()
    let controller = VersioningController(on: object, at: \.activity)
    try controller.undo(root: &object)
    try controller.redo(root: &object)
  },
  Row("init(on:at:using:)") {
    let (model, registrar) = (ObservableModel(), ObservationRegistrar())
    _ = VersioningController(on: model, at: \.activity, using: registrar)
    _ = VersioningController(
      on: model, at: \.activity, using: registrar, debounceClock: ContinuousClock(),
      debounceInterval: .seconds(1))
  },
  Row("init(on:at:storingErrorsAt:using:)") {
    let (model, registrar) = (ObservableModel(), ObservationRegistrar())
    _ = VersioningController(
      on: model, at: \.activity, storingErrorsAt: \.failure, using: registrar)
    _ = VersioningController(
      on: model, at: \.activity, storingErrorsAt: \.failure, using: registrar,
      debounceClock: ContinuousClock(), debounceInterval: .seconds(1))
  },
]
