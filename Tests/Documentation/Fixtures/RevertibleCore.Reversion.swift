// INCLUDE Activity

@MainActor private var activity = Activity.mock
