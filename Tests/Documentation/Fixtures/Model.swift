// INCLUDE Activity

@Versioning
final class PlainModel {
  var activity: Activity = .mock
}

@MainActor private let model = PlainModel()
