/// What a pass over the whole input found out that its beginning does not show; the next pass starts
/// with it.
struct InputKnowledge: Hashable, Sendable {
}
