import Hyperbasis

// The apartment, seen from above: living room upper left, kitchen upper right, a hall between
// them and the front door at the right; bedroom lower left, study in the middle, bath lower right.

/// What the people put into the apartment, by the names of the story.
enum Apartment {
  typealias Thing = (name: String, pose: Pose, metadata: [String: AnyCodableValue])

  static let livingRoom: [Thing] = [
    model("sofa", "sofa_three_seat", Pose(-4.3, -1.6, yaw: -91)),
    model("tv", "tv_stand", Pose(-0.25, -1.6, yaw: 89)),
    model("coffee table", "coffee_table_round", Pose(-2.9, -1.6, yaw: 12)),
    model("armchair", "armchair_green", Pose(-2.5, -3.0, yaw: 165)),
    model("bookshelf", "bookshelf_tall", Pose(-3.9, 0.2, yaw: 2)),
    model("floor lamp", "floor_lamp", Pose(-4.7, -3.3), category: "lighting"),
    model("rug", "rug_berber", Pose(-2.8, -1.7, facesUp: true), category: "textile"),
    model("monstera", "plant_monstera", Pose(-0.5, -3.3), category: "plant"),
  ]

  static let kitchen: [Thing] = [
    model("fridge", "fridge_tall", Pose(0.95, -3.4, yaw: 181), category: "appliance"),
    model("oven", "oven_builtin", Pose(2.3, -3.4, yaw: 179), category: "appliance"),
    model("dining table", "table_oak", Pose(2.9, -1.7, yaw: 1)),
    model("chair 1", "chair_modern", Pose(1.9, -1.7, yaw: -88)),
    model("chair 2", "chair_modern", Pose(3.9, -1.65, yaw: 92)),
    model("chair 3", "chair_modern", Pose(2.9, -2.5, yaw: 178)),
    model("chair 4", "chair_modern", Pose(2.9, -0.95, yaw: 3)),
    model("basil", "plant_basil", Pose(4.6, -3.2, y: 0.95), category: "plant"),
  ]

  static let bedroomAndStudy: [Thing] = [
    model("bed", "bed_queen", Pose(-3.1, 2.7, yaw: 1)),
    model("wardrobe", "wardrobe_oak", Pose(-0.9, 2.2, yaw: 90.5)),
    model("night table", "night_table", Pose(-4.6, 1.7, yaw: -3)),
    model("desk", "desk_standing", Pose(1.0, 3.3, y: 0.7, yaw: 2)),
    model("office chair", "office_chair", Pose(1.1, 2.5, yaw: 172)),
    model("printer", "printer_laser", Pose(-0.1, 1.5, y: 0.4, yaw: 181), category: "appliance"),
    model("washing machine", "washing_machine", Pose(4.5, 3.2, yaw: 88), category: "appliance"),
  ]

  static let path: [Thing] = [
    waypoint("way 1", "Front door", 1, "door", Pose(4.8, 0.2, yaw: 90)),
    waypoint("way 2", "Coats", 2, "arrow_left", Pose(3.3, 0.2, yaw: 90)),
    waypoint("way 3", "Hall", 3, "arrow_left", Pose(1.3, 0.1, yaw: 70)),
    waypoint("way 4", "Living room", 4, "arrow_up", Pose(-1.2, -0.5, yaw: 20)),
    waypoint("way 5", "Balcony", 5, "flag", Pose(-1.5, -3.4, yaw: 5), isDestination: true),
  ]

  static let notes: [Thing] = [
    note("shopping", "Buy oat milk", "yellow", Pose(1.2, -3.05, y: 1.5, yaw: 184)),
    note(
      "watering", "Water the monstera every Friday", "green", Pose(-0.9, -3.5, y: 1.4, yaw: 175)),
    note("paint", "Paint this wall sage green?", "#B2C9AB", Pose(-4.9, -0.6, y: 1.6, yaw: -95)),
    note("wifi", "Wi-Fi: ask Mara", "blue", Pose(0.2, -0.4, y: 1.5, yaw: 140)),
    note("fuses", "Fuse box: 3 is the oven", "red", Pose(4.7, 0.75, y: 1.7, yaw: 8)),
    note("window", "Küche: Fenster schließen!", "yellow", Pose(4.8, -2.3, y: 1.4, yaw: 97)),
    note(
      "radiator", "Radiator rattles, call Mr. Østergård", "orange",
      Pose(-4.8, 3.3, y: 0.8, yaw: -60)),
    note("book", "読みかけ: page 212", "pink", Pose(-4.3, 1.35, y: 0.6, yaw: -20)),
  ]

  static func note(_ name: String, _ text: String, _ color: String, _ pose: Pose) -> Thing {
    (
      name, pose,
      [
        "type": .string("sticky_note"), "text": .string(text), "color": .string(color),
        "fontSize": .int(16), "completed": .bool(false),
      ]
    )
  }

  static func measurement(
    _ name: String, _ pose: Pose, metres: Double, endpoint: String? = nil
  ) -> Thing {
    var metadata: [String: AnyCodableValue] = [
      "type": .string("measurement"), "unit": .string("meters"), "value": .double(metres),
    ]
    if let endpoint { metadata["endpointId"] = .string(endpoint) }
    return (name, pose, metadata)
  }

  private static func model(
    _ name: String, _ model: String, _ pose: Pose, category: String = "furniture"
  ) -> Thing {
    (
      name, pose,
      [
        "type": .string("model"), "modelName": .string(model), "scale": .double(1),
        "category": .string(category), "interactable": .bool(category != "textile"),
      ]
    )
  }

  private static func waypoint(
    _ name: String, _ label: String, _ order: Int, _ icon: String, _ pose: Pose,
    isDestination: Bool = false
  ) -> Thing {
    (
      name, pose,
      [
        "type": .string("waypoint"), "label": .string(label), "order": .int(order),
        "icon": .string(icon), "isDestination": .bool(isDestination),
      ]
    )
  }
}
