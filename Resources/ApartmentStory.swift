import Foundation
import Hyperbasis

/// Four weeks in an apartment: two people furnish it, live in it, and once the device loses its
/// bearings.
struct ApartmentStory {
  static let spaceId = UUID(
    uuid: (
      0xA9, 0x47, 0x2D, 0x10, 0x5C, 0x3E, 0x4B, 0x8A, 0x9F, 0x61, 0x0D, 0xE2, 0x71, 0xC4, 0x58,
      0x36
    ))
  static let mara = "Mara's iPhone"
  static let jonas = "Jonas' iPad"
  /// How the device's coordinates lie once it has lost its bearings: 0.4 m and 8°.
  static let shifted = DemoFrame(yaw: 8, x: 0.32, z: -0.24)
  /// By how much one device misses the right half of the apartment for some minutes: a part of the
  /// space that shifts, and is put back.
  static let slipped = DemoFrame(yaw: -3, x: -0.18, z: 0.22)
  /// How the table is moved with its chairs: as one, which is no shift.
  static let aside = DemoFrame(yaw: 0, x: 0.35, z: 0.15)

  var history: DemoHistory
  var shoppingLists = 0
  /// How much later than in March 2025 all of it happens, in microseconds.
  private let delay: Int64

  init(delay: Int64 = 0) {
    self.delay = delay
    history = DemoHistory(
      spaceId: Self.spaceId, seed: 20_250_307,
      start: Self.date(march: 7, 17, 41).advanced(byMicroseconds: delay))
  }

  /// The whole story, so many microseconds later than in March 2025.
  static func told(delay: Int64 = 0) -> DemoHistory {
    var story = ApartmentStory(delay: delay)
    story.moveIn()
    story.firstWeek()
    story.party()
    story.away()
    story.afterTheTrip()
    story.lastWeeks()
    return story.history
  }

  /// A time of day, UTC, of a day in March 2025; days beyond 31 are in April.
  static func date(march day: Int, _ hour: Int, _ minute: Int) -> HBInstant {
    let days = HBInstant.days(year: 2025, month: 3, day: 1) + Int64(day - 1)
    let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60)
    return HBInstant(microseconds: seconds * 1_000_000)
  }

  private mutating func session(
    _ day: Int, _ hour: Int, _ minute: Int, _ actor: String
  ) {
    history.wait(until: Self.date(march: day, hour, minute).advanced(byMicroseconds: delay))
    history.wait(0, 50)
    history.actor = actor
  }
}

// MARK: - Moving in

extension ApartmentStory {
  private mutating func moveIn() {
    session(7, 17, 41, Self.mara)
    place(Apartment.livingRoom)
    session(7, 20, 5, Self.jonas)
    nudge("armchair", times: 4)
    nudge("sofa", times: 3)
    session(8, 9, 12, Self.jonas)
    place(Apartment.kitchen)
    session(8, 15, 30, Self.mara)
    history.perform(Apartment.path.map { .place($0.name, $0.pose, $0.metadata) })
    place(Array(Apartment.notes.prefix(5)))
    nudge("dining table", times: 2)
    session(9, 13, 3, Self.jonas)
    place(Apartment.bedroomAndStudy)
    measure()
    place(Array(Apartment.notes.dropFirst(5)))
  }

  private mutating func place(_ things: [Apartment.Thing]) {
    for thing in things {
      history.perform(.place(thing.name, thing.pose, thing.metadata))
      history.wait(15, 240)
    }
  }

  /// The window from end to end, and from the sofa to the television.
  private mutating func measure() {
    let end = Apartment.measurement("window end", Pose(-1.2, -3.6, y: 1), metres: 2.6)
    history.perform(.place(end.name, end.pose, end.metadata))
    history.wait(4, 9)
    let start = Apartment.measurement(
      "window start", Pose(-3.8, -3.6, y: 1), metres: 2.6, endpoint: id("window end"))
    history.perform(.place(start.name, start.pose, start.metadata))
    history.wait(20, 60)
    let distance = Apartment.measurement(
      "tv distance", Pose(-3.9, -1.35), metres: 3.66, endpoint: id("tv"))
    history.perform(.place(distance.name, distance.pose, distance.metadata))
    history.wait(30, 90)
  }

  private func id(_ name: String) -> String {
    history.things[name]?.id.uuidString ?? ""
  }
}

// MARK: - Daily life

extension ApartmentStory {
  private mutating func firstWeek() {
    session(10, 18, 20, Self.mara)
    evening(actions: 7)
    session(11, 19, 2, Self.jonas)
    history.perform(.remove("bookshelf"))
    history.wait(6, 12)
    if let accident = history.newestOperation { history.undo(accident) }
    history.wait(40, 90)
    evening(actions: 8)
    session(12, 20, 15, Self.jonas)
    evening(actions: 5)
    session(13, 18, 44, Self.mara)
    rearrangeTheSofa()
    evening(actions: 6)
    session(14, 17, 55, Self.jonas)
    waterThePlants()
    evening(actions: 9)
  }

  /// Moved, taken back, and moved after all; the measured distance follows.
  private mutating func rearrangeTheSofa() {
    let old = pose("sofa")
    let move = history.perform(
      .move("sofa", old.at(-4.3, -2.2)),
      .move("tv distance", pose("tv distance").moved(down: -0.6)),
      .update("tv distance", ["value": .double(3.67)]))
    history.wait(20, 40)
    history.undo(move)
    history.wait(50, 70)
    if let undo = history.newestOperation { history.redo(move, undoneBy: undo) }
    history.wait(60, 120)
  }

  private mutating func waterThePlants() {
    history.perform(.update("watering", ["completed": .bool(true)]))
    history.wait(10, 30)
    history.perform(
      .move("monstera", pose("monstera").moved(turn: 90)),
      .move("basil", pose("basil").moved(turn: 90)))
    history.wait(60, 200)
  }
}

// MARK: - Events of note

extension ApartmentStory {
  private mutating func party() {
    session(15, 16, 30, Self.mara)
    let sign = Apartment.note(
      "party", "Crème brûlée at eight! 🍮", "#FFD1DC", Pose(2.2, -0.4, y: 1.5, yaw: 15))
    history.perform(.place(sign.name, sign.pose, sign.metadata))
    history.wait(100, 300)
    history.perform(
      .move("chair 1", pose("chair 1").at(-1.9, -0.6, yaw: 60)),
      .move("chair 2", pose("chair 2").at(-1.1, -2.7, yaw: 120)),
      .move("chair 3", pose("chair 3").at(-3.3, -0.5, yaw: 10)))
    history.wait(60, 100)
    history.perform(.move("coffee table", pose("coffee table").at(-2.6, -2.0)), .remove("rug"))
    history.wait(200, 400)
    evening(actions: 10)
    session(16, 11, 20, Self.jonas)
    history.perform(.remove("party"))
    history.wait(20, 50)
    tidyTheChairs()
    history.wait(20, 50)
    history.perform(.bringBack("rug"))
    history.wait(30, 60)
    history.perform(.move("coffee table", pose("coffee table").at(-2.9, -1.6)))
    history.wait(60, 90)
    history.perform(.remove("chair 4"))
    history.wait(30, 60)
    evening(actions: 5)
  }

  /// Nobody is at home, except one note from afar.
  private mutating func away() {
    session(19, 7, 12, Self.jonas)
    history.perform(
      .update("radiator", ["text": .string("Radiator: Mr. Østergård comes on the 24th")]))
  }

  /// The device finds itself 0.4 m and 8° off; then four things are really moved.
  private mutating func afterTheTrip() {
    session(23, 18, 58, Self.jonas)
    history.relocalise(to: Self.shifted)
    history.wait(80, 140)
    history.perform(.move("armchair", pose("armchair").at(-1.6, -2.9, yaw: 130)))
    history.wait(30, 60)
    history.perform(.move("floor lamp", pose("floor lamp").at(-1.0, -0.9)))
    history.wait(30, 60)
    history.perform(.move("night table", pose("night table").at(-1.6, 3.3, yaw: 4)))
    history.wait(30, 60)
    history.perform(.move("printer", pose("printer").at(2.3, 3.2, yaw: 90)))
    history.wait(90, 120)
    history.perform(.update("watering", ["completed": .bool(false)]))
  }

  private mutating func lastWeeks() {
    session(24, 9, 40, Self.mara)
    let visit = history.things["radiator"]
    history.perform(
      .update("radiator", ["text": .string("Repaired"), "completed": .bool(true)]))
    session(25, 19, 10, Self.mara)
    evening(actions: 8)
    history.perform(.remove("printer"))
    session(26, 20, 31, Self.jonas)
    if let visit { history.rollBack("radiator", to: visit) }
    history.wait(40, 80)
    evening(actions: 6)
    session(27, 18, 5, Self.mara)
    evening(actions: 7)
    session(28, 17, 48, Self.mara)
    waterThePlants()
    evening(actions: 9)
    session(29, 10, 15, Self.jonas)
    history.perform(.bringBack("chair 4"))
    history.wait(20, 40)
    evening(actions: 12)
    session(30, 15, 40, Self.mara)
    evening(actions: 10)
    session(31, 19, 33, Self.jonas)
    evening(actions: 6)
    session(33, 19, 22, Self.mara)
    paintTheWall()
    evening(actions: 7)
    session(34, 18, 10, Self.jonas)
    evening(actions: 8)
    slip()
    session(35, 17, 51, Self.mara)
    waterThePlants()
    evening(actions: 11)
    moveTheTable()
    session(36, 14, 2, Self.jonas)
    evening(actions: 14)
    session(37, 10, 47, Self.mara)
    finish()
  }

  /// Mara's phone finds the right half of the apartment elsewhere; Jonas takes that back.
  private mutating func slip() {
    session(34, 21, 7, Self.mara)
    let seen = history.things.filter { !$0.value.isRemoved && $0.value.pose.x > 0 }.keys.sorted()
    let slip = history.perform(seen.map { .move($0, Self.slipped.carried(pose($0))) })
    session(34, 21, 16, Self.jonas)
    history.undo(slip)
  }

  private mutating func moveTheTable() {
    let group = ["dining table", "chair 1", "chair 2", "chair 3", "chair 4"].filter {
      history.things[$0]?.isRemoved == false
    }
    history.perform(group.map { .move($0, Self.aside.carried(pose($0))) })
  }

  private mutating func paintTheWall() {
    history.perform(
      .update(
        "paint", ["text": .string("Sage green it is"), "completed": .bool(true)]))
    history.wait(60, 90)
    history.perform(
      .move("sofa", pose("sofa").at(-4.2, -1.4)),
      .move("bookshelf", pose("bookshelf").at(-2.6, 0.2)))
    history.wait(90, 120)
  }

  private mutating func finish() {
    evening(actions: 4)
    tidyTheChairs()
    history.wait(30, 60)
    let note = Apartment.note(
      "keys", "Keys are with Zoë, 2nd floor", "yellow", Pose(4.6, -0.3, y: 1.5, yaw: 80))
    history.perform(.place(note.name, note.pose, note.metadata))
    history.wait(40, 70)
    history.perform(.update("way 5", ["label": .string("Balcony (mind the step)")]))
  }
}
