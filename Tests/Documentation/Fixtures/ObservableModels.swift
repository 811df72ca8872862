// INCLUDE Activity

@Versionable
struct Document {
  var title = "Untitled"
}

@MainActor private let model = Model()
