extension Shot {
  static let all: [Shot] = [
    Shot(name: "plan", steps: [.wait("? help")])
  ]
}
