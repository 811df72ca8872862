struct Activity: Identifiable {
  let id: UUID
  var title: String
  var priority: Int
  var childActivities: [Activity]
}
