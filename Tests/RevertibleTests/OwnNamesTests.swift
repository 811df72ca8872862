import Observation
import Revertible
import Testing

/// What the macros write must not mean the app's own types when it names those of the standard library.
struct OwnNamesTests {
  @Observable @Versioning final class Editor {
    enum Error: Swift.Error { case unsaved }
    var text = ""
  }

  struct Song {
    struct Duration: Hashable {}
    enum Never {}
    @Versioning(debounceMilliseconds: 300)
    struct Verse {
      var text: String
    }
  }

  @Versionable struct Note {
    enum Bool {}
    var text = ""
    static func == (first: Note, second: Note) -> Swift.Bool { first.text == second.text }
  }

  @Test func typesOfTheAppMayBeCalledAsThoseOfTheLibrary() throws {
    let editor = Editor()
    editor.text = "a"
    editor._$text.undo()
    #expect(editor.text == "" && editor.versioningError == nil)
    let verse = Song.Verse(text: "la")
    verse.text = "li"
    verse.$text.undo()
    #expect(verse.text == "la")
    #expect(Note() != Note(text: "b"))
  }
}
