import Canvas

extension State {
  /// Nothing listens to the mouse yet.
  mutating func handle(_ event: MouseEvent) -> [Effect] { [] }
}
