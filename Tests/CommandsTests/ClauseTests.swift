import Testing

@testable import HyperbasisCommands

/// Messages behind the name of the program start in lower case, names stay as they are.
struct ClauseTests {
  @Test(arguments: [
    ("The cloud is not configured.", "the cloud is not configured."),
    ("No space \"Lab\". Give an id.", "no space \"Lab\". Give an id."),
    ("There are 3 spaces: A, B, C.", "there are 3 spaces: A, B, C."),
    ("Lab has no events.", "Lab has no events."),
    ("Note 7 was deleted.", "Note 7 was deleted."),
    ("\"Nothing\" is in the trash.", "\"Nothing\" is in the trash."),
    ("Permission denied: /x could not be opened", "Permission denied: /x could not be opened"),
    ("SUPABASE_URL is not an address.", "SUPABASE_URL is not an address."),
    ("", ""),
  ])
  func `a message goes on in lower case unless it starts with a name`(
    message: String, expected: String
  ) {
    #expect(Clause.text(message) == expected)
  }

  @Test func `a failure starts in lower case, whoever words it`() throws {
    let outcome = try Workbench().run(["show", "Nowhere"])
    #expect(outcome.status == ExitStatus.data)
    #expect(outcome.errors.hasPrefix("hyperbasis: no space \"Nowhere\". Give a space's id"))
  }
}
