import Hyperbasis

// What people do of an evening.

extension ApartmentStory {
  /// A number of small things that people do of an evening.
  mutating func evening(actions count: Int) {
    for _ in 0..<count {
      switch history.random.below(10) {
      case 0, 1, 2: moveAChair()
      case 3:
        nudge(history.random.element(of: ["armchair", "coffee table", "office chair"]), times: 3)
      case 4:
        nudge(history.random.element(of: ["night table", "floor lamp", "armchair"]), times: 5)
      case 5: tidyTheChairs()
      case 6, 7: editTheShoppingList()
      case 8: turnTheOfficeChair()
      default: toggle(history.random.element(of: ["radiator", "book", "window", "paint"]))
      }
      history.wait(25, 420)
    }
  }

  func pose(_ name: String) -> Pose {
    history.things[name]?.pose ?? Pose(0, 0)
  }

  /// A few steps of a centimetre or five, one after the other, as with arrow keys.
  mutating func nudge(_ name: String, times: Int) {
    let right = history.random.between(-0.05, 0.05)
    let down = history.random.between(-0.05, 0.05)
    for _ in 0..<times {
      history.perform(.move(name, pose(name).moved(right: right, down: down)))
      history.wait(1, 6)
    }
  }

  mutating func moveAChair() {
    let name = "chair \(1 + history.random.below(4))"
    guard history.things[name]?.isRemoved == false else { return }
    let pose = pose(name).moved(
      right: history.random.between(-0.4, 0.4), down: history.random.between(-0.4, 0.4),
      turn: history.random.between(-40, 40))
    history.perform(.move(name, pose))
  }

  /// All chairs back to the table, in one go.
  mutating func tidyTheChairs() {
    let chairs = Apartment.kitchen.filter { $0.name.hasPrefix("chair") }
    let astray = chairs.filter {
      pose($0.name) != $0.pose && history.things[$0.name]?.isRemoved == false
    }
    guard !astray.isEmpty else { return turnTheOfficeChair() }
    history.perform(astray.map { .move($0.name, $0.pose) })
  }

  mutating func turnTheOfficeChair() {
    let turn = history.random.between(-120, 120)
    history.perform(.move("office chair", pose("office chair").moved(right: 0.03, turn: turn)))
  }

  mutating func editTheShoppingList() {
    let lists = [
      "Buy oat milk", "Buy oat milk, coffee", "Coffee, 2 lemons", "2 lemons, Comté, jalapeños",
      "Everything bought", "Rice, soy sauce", "Rice, soy sauce, oat milk",
    ]
    shoppingLists += 1
    let text = lists[shoppingLists % lists.count]
    history.perform(
      .update(
        "shopping",
        ["text": .string(text), "completed": .bool(text == "Everything bought")]))
  }

  mutating func toggle(_ note: String) {
    let isDone = history.things[note]?.metadata["completed"]?.boolValue ?? false
    history.perform(.update(note, ["completed": .bool(!isDone)]))
  }
}
