/// A picture to take: of which store, in which size, and what is typed before.
struct Shot {
  enum Store {
    /// The built-in sample, opened by `demo`.
    case demo
    /// A folder of the directory that holds stores to test with.
    case named(String)
    /// All of those folders in one store.
    case all
  }

  enum Step {
    /// Types keys.
    case type(String)
    /// Waits until some row shows a text.
    case wait(String)
    /// Takes a frame of a moving picture, shown for this many hundredths of a second.
    ///
    /// A shot with frames is a moving picture; one without is taken once, after its last step.
    case frame(Int, caption: String)
  }

  var name: String
  var store = Store.demo
  var columns = 110
  var rows = 32
  /// Whether the terminal has a light background, and reports it when asked.
  var isLight = false
  var arguments: [String] = []
  var environment: [String: String] = [:]
  var steps: [Step]
}
