// INCLUDE Activity

@MainActor private let model = Model()
