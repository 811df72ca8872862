// INCLUDE Holder

@MainActor private let controller = VersioningController(
  on: model, at: \.activity, storingErrorsAt: \.error)

extension Holder {
  var error: (any Error)? {
    get { nil }
    set { _ = newValue }
  }
}
