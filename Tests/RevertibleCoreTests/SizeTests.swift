import Foundation
import RevertibleCore
import Testing

/// The estimated size of a history includes the storage behind strings and collections.
struct SizeTests {
  private static let long = String(repeating: "-", count: 1_000)

  /// Returns the cost of a step from one value to another, before and after it is undone.
  private func costs<Value: Revertible>(
    from current: Value, to next: Value
  ) throws -> (undo: Int, redo: Int) {
    let controller = VersioningController(current)
    controller.append(next)
    let undo = controller.historyCost
    try controller.undo()
    return (undo, controller.historyCost)
  }

  @Test func countsTheElementsOfSets() throws {
    let (small, large) = try costs(from: Set<String>(), to: [Self.long, Self.long + "-"])
    #expect((2_000..<2_600).contains(small) && (2_000..<2_600).contains(large))
    #expect(Set([Self.long])._versionedSize > 1_000)
  }

  @Test func countsTheKeysOfDictionaries() throws {
    let (undo, redo) = try costs(from: [String: Int](), to: [Self.long: 1])
    #expect((1_000..<1_500).contains(undo) && (1_000..<1_500).contains(redo))
    #expect([Self.long: 1]._versionedSize > 1_000)
  }

  private struct Place: Hashable {
    var x = 0.0
    var y = 0.0
  }

  /// Collections of a type without a difference of its own.
  private struct Route: Versionable {
    var places: [Place] = []
    var visited: Set<Place> = []
    var optional: [Place]?
    var byName: [String: Place] = [:]
    var groups: [[Place]] = []

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.places)
      reverter.appendReversion(at: \.visited)
      reverter.appendReversion(at: \.optional)
      reverter.appendReversion(at: \.byName)
      reverter.appendReversion(at: \.groups)
    }
  }

  private static let places = (0..<1_000).map { Place(x: Double($0)) }

  @Test(arguments: [
    Route(places: places), Route(visited: Set(places)), Route(optional: places),
    Route(
      byName: [String: Place](uniqueKeysWithValues: places.map { ("\(long)\($0.x)", $0) })),
    Route(groups: [places]),
  ])
  private func countsElementsOfAnyType(route: Route) throws {
    #expect(try costs(from: Route(), to: route).redo > 16_000)
  }

  // MARK: - Arrays of any type

  /// Only the run that differs is kept.
  @Test func keepsTheRunThatDiffers() throws {
    var route = Route(places: Self.places)
    let original = route
    let controller = VersioningController(route)
    route.places.append(Place(x: -1))
    controller.append(route)
    route.places[500].y = 7
    controller.append(route)
    route.places.removeSubrange(200..<210)
    controller.append(route)
    route.places.insert(Place(), at: 0)
    controller.append(route)
    #expect(controller.historyCost < 2_000)
    #expect(try controller.undoCurrentScope() == original)
    #expect(controller.historyCost < 2_000)
    #expect(try controller.redoCurrentScope() == route)
  }

  @Test func refusesAnArrayThatIsTooShort() throws {
    let later = Route(places: Self.places)
    let reversion = try #require(
      later.reversion(to: Route(places: [Place](later.places.dropLast()))))
    var other = Route()
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try reversion.revert(&other) }
  }

  // MARK: - Geometry and time

  private struct Drawing: Versionable {
    var points: [CGPoint] = []
    var size = CGSize.zero
    var frame = CGRect.zero
    var vector = SIMD3<Float>()
    var range = 0..<1
    var closed = 0...1
    var duration = Duration.zero

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.points)
      reverter.appendReversion(at: \.size)
      reverter.appendReversion(at: \.frame)
      reverter.appendReversion(at: \.vector)
      reverter.appendReversion(at: \.range)
      reverter.appendReversion(at: \.closed)
      reverter.appendReversion(at: \.duration)
    }
  }

  @Test func tracksGeometryAndTime() throws {
    var drawing = Drawing()
    let controller = VersioningController(drawing)
    let edits: [(inout Drawing) -> Void] = [
      { $0.points.append(CGPoint(x: 1, y: 2)) }, { $0.points[0].x = .nan },
      { $0.size.width = 3 }, { $0.frame.origin.y = -0.0 }, { $0.frame.origin.y = 0 },
      { $0.vector.z = -0.0 }, { $0.vector.y = .nan }, { $0.range = 0..<2 }, { $0.closed = 1...2 },
      { $0.duration = .seconds(1) },
    ]
    for (index, edit) in edits.enumerated() {
      edit(&drawing)
      controller.append(drawing)
      controller.append(drawing)
      #expect(controller.undoCount == index + 1)
    }
    #expect(try controller.undoCurrentScope() == Drawing())
    #expect(try controller.redoCurrentScope().duration == .seconds(1))
  }

  /// They can be tracked by themselves and as parts of other values.
  @Test func geometryAndTimeAreRevertible() throws {
    let numbers = VersioningController([CGPoint.zero])
    numbers.append([CGPoint(x: 1, y: 1)])
    #expect(try numbers.undo() == [.zero])
    #expect(SIMD4<Double>(0, 0, 0, .nan).reversion(to: SIMD4(0, 0, 0, .nan)) == nil)
    #expect(SIMD2<Int>(0, 1).reversion(to: SIMD2(0, 0)) != nil)
    #expect((0..<1).reversion(to: 0..<2) != nil)
    #expect(Duration.zero.reversion(to: .zero) == nil)
  }
}
