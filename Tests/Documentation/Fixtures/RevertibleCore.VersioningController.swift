// INCLUDE Holder

@MainActor private var activity = Activity.mock
