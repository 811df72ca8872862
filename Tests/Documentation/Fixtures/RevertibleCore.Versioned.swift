@Versionable
struct Activity {
  var title = "Title"
}
