import HyperbasisCanvas
import HyperbasisTerminal
import Testing

struct EnvironmentTests {
  @Test(arguments: [
    ([:], 256, ColorDepth.indexed256), (["NO_COLOR": "1"], 256, .none),
    (["NO_COLOR": ""], 8, .ansi8), ([:], -1, .none),
  ])
  func colourFollowsTheEnvironment(
    environment: [String: String], colors: Int, depth: ColorDepth
  ) {
    var configuration = TerminalConfiguration(environment: environment)
    #expect(configuration.depth(colors: colors) == depth)
    configuration.color = .never
    #expect(configuration.depth(colors: colors) == .none)
    configuration.color = .always
    #expect(configuration.depth(colors: colors) >= .ansi8)
  }

  @Test func theFirstLocaleThatIsSetCounts() {
    #expect(TerminalLocale.wantedName([:]) == "")
    #expect(TerminalLocale.wantedName(["LC_ALL": "", "LC_CTYPE": "C", "LANG": "x"]) == "C")
    #expect(TerminalLocale.wantedName(["LC_ALL": "de_DE.UTF-8", "LANG": "C"]) == "de_DE.UTF-8")
    #expect(TerminalLocale.namesUTF8("en_GB.utf8") && !TerminalLocale.namesUTF8("en_GB"))
  }

  @Test func clipboardIsWrappedForMultiplexers() {
    let plain = "\u{1B}]52;c;b2s=\u{7}"
    #expect(ControlBytes.clipboard("ok", environment: [:]) == plain)
    #expect(
      ControlBytes.clipboard("ok", environment: ["TMUX": "x"])
        == "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\" + plain)
    #expect(ControlBytes.clipboard("ok", environment: ["STY": "x"]) == "\u{1B}P\(plain)\u{1B}\\")
  }

  @Test func errorsSayWhatToDo() {
    #expect("\(TerminalError(.unknownType("foot")))".contains("TERM=xterm-256color"))
    #expect("\(TerminalError(.unsuitable(type: "")))".contains("TERM is not set"))
  }
}
