// INCLUDE Holder

final class MenuItem {
  var title = ""
}

@MainActor private let menuItem = MenuItem()
@MainActor private let controller = VersioningController(on: model, at: \.activity)
