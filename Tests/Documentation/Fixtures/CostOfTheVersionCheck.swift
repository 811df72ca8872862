// INCLUDE Activity

private let original = Activity.mock
@MainActor private var mutable = original
