import Foundation
import Revertible
import Testing

/// Types that are declared in less usual ways.
struct DeclarationTests {

  // MARK: - Generic types

  fileprivate protocol Stock {
    associatedtype Item
  }

  fileprivate enum Fruit: Stock {
    typealias Item = String
  }

  @Versionable
  fileprivate struct Shelf<Store> where Store: Stock {
    var items: [Store.Item] = []
  }

  @Test func associatedTypesAreAskedAndNotTheirOwners() throws {
    let controller = VersioningController(Shelf<Fruit>(items: ["Apple"]))
    controller.append(Shelf(items: ["Apple", "Pear"]))
    #expect(try controller.undo().items == ["Apple"])
  }

  fileprivate struct Outer<Value> {
    @Versionable
    struct Inner {
      var value: Value
      var number = 0
    }

    @Versionable
    enum Choice {
      case one(Value)
      case none
    }
  }

  @Test func typesLieInGenericTypes() throws {
    let controller = VersioningController(Outer<Int>.Inner(value: 1))
    controller.append(Outer<Int>.Inner(value: 2))
    #expect(try controller.undo().value == 1)
    let choices = VersioningController(Outer<Int>.Choice.one(1))
    choices.append(.one(2))
    #expect(try choices.undo() == .one(1))
  }

  // MARK: - Conformances

  @Versionable
  fileprivate struct Declared: Versionable {
    var number = 0
  }

  @Versionable
  fileprivate struct PartlyDeclared: Hashable, Identifiable {
    let id: Int
    var number = 0
  }

  @Test func aConformanceMayBeDeclared() throws {
    let controller = VersioningController(Declared())
    controller.append(Declared(number: 1))
    #expect(try controller.undo().number == 0)
    #expect(PartlyDeclared(id: 1).reversion(to: PartlyDeclared(id: 1, number: 2)) != nil)
  }

  @Versionable
  fileprivate struct NamesItsOwn {
    var text = ""
    var opened = 0

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.text)
    }
  }

  @Versionable
  fileprivate enum NamesItself {
    case draft
    case done(day: Int)

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendOverwriteReversion(at: \.self)
    }
  }

  @Test func aTypeMayNameWhatIsTracked() throws {
    let controller = VersioningController(NamesItsOwn())
    controller.append(NamesItsOwn(text: "Text", opened: 1))
    let undone = try controller.undo()
    #expect(undone.text == "")
    #expect(undone.opened == 1)
    let choices = VersioningController(NamesItself.draft)
    choices.append(.done(day: 1))
    #expect(try choices.undo() == .draft)
  }

  @Versionable
  fileprivate indirect enum Path {
    case end
    case step(Int, [Self], to: Self?)
    @available(*, deprecated) case old(Int)
  }

  @Test func whatCallsItselfSelfIsTracked() throws {
    let controller = VersioningController(Path.step(1, [.end], to: nil))
    controller.append(.step(1, [.end, .step(2, [], to: .end)], to: .end))
    #expect(try controller.undo() == .step(1, [.end], to: nil))
    #expect(try controller.redo() == .step(1, [.end, .step(2, [], to: .end)], to: .end))
  }

  // MARK: - Actors

  @Versionable
  nonisolated fileprivate struct Free {
    var number = 0
  }

  @MainActor @Versionable
  fileprivate struct OnMain {
    nonisolated var number = 0
    nonisolated init(number: Int = 0) { self.number = number }
  }

  @MainActor @Versionable
  fileprivate enum ChoiceOnMain {
    case one(Int)
    case none
  }

  @Test func valuesAreComparedOnAnyActor() throws {
    let free = VersioningController(Free())
    free.append(Free(number: 1))
    #expect(try free.undo().number == 0)
    let onMain = VersioningController(OnMain())
    onMain.append(OnMain(number: 1))
    #expect(try onMain.undo().number == 0)
    let choices = VersioningController(ChoiceOnMain.one(1))
    choices.append(.one(2))
    #expect(try choices.undo() == .one(1))
  }

  // MARK: - Enums

  @Versionable
  fileprivate enum Names {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case CaseName(Int)
    case caseName(value: Int)
    case value(value: Int, newValue: String)
    case `raw case`(Int, `a label`: String)
    case `self`(Int)
  }

  @Test func casesMayHaveAnyName() throws {
    let values: [Names] = [
      .CaseName(1), .CaseName(2), .caseName(value: 1), .caseName(value: 2),
      .value(value: 1, newValue: "a"), .value(value: 1, newValue: "b"),
      .`raw case`(1, `a label`: "a"), .`raw case`(2, `a label`: "a"), .`self`(1), .`self`(2),
    ]
    let controller = VersioningController(values[0])
    for value in values { controller.append(value) }
    for value in values.reversed().dropFirst() { #expect(try controller.undo() == value) }
  }

  @Versionable
  fileprivate enum Conditional {
    #if swift(>=5)
      case always
    #endif
    #if NEVER_DEFINED
      case never(Int)
    #endif
  }

  @Test func anEnumMayBeLeftWithoutValues() {
    #expect(Conditional.always.reversion(to: .always) == nil)
  }

  // MARK: - Conditions

  @Versionable
  fileprivate struct Ignoring {
    var number = 0
    #if swift(>=5)
      @VersionableIgnored
    #endif
    var opened = 0
  }

  @Test func aConditionMayLeaveAPropertyOut() {
    let controller = VersioningController(Ignoring())
    controller.append(Ignoring(opened: 1))
    #expect(!controller.hasUndo)
  }
}
