// INCLUDE Activity

@MainActor private let model = Model()
private let clock = ContinuousClock()
