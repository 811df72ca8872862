// INCLUDE Activity

final class Holder {
  var activity = Activity.mock
}

@MainActor private let model = Holder()
