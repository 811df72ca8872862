import Foundation
import TestSupport
import Testing

/// Completions in the shells themselves, on names that would run code if a shell evaluated them.
struct ShellCompletionTests {
  private let store: ScratchStore
  /// Exists only if a name was run.
  private let trap: URL

  private static let evil = "$(touch trap) `touch trap`; touch trap"
  private static let odd = #"it's "odd" \ *"#

  init() throws {
    store = try ScratchStore()
    let folder = URL(filePath: BuiltProgram.path).deletingLastPathComponent().path
    store.variables["PATH"] = "\(folder):/usr/local/bin:/usr/bin:/bin"
    trap = store.directory.appending(path: "trap")
    for name in ["Hall", "Küche groß", Self.evil, Self.odd] {
      #expect(try store.program.run("new", name).status == 0)
    }
    for label in ["Lamp", Self.evil] {
      let added = try store.program.run(
        "add", "Hall", "text=\(label)", "color=red", "--position", "1,0,1")
      #expect(added.status == 0)
    }
  }

  private func script(for shell: InstalledShell) throws -> String {
    let outcome = try store.program.run("--generate-completion-script", shell.rawValue)
    #expect(outcome.status == 0)
    let file = store.directory.appending(path: "completion.\(shell.rawValue)")
    try Data(outcome.output.utf8).write(to: file)
    return file.path
  }

  /// - Parameter variables: additional environment variables. The traps are set in the shell's current
  ///   folder.
  private func run(
    _ shell: InstalledShell, _ script: String, _ variables: [String: String] = [:]
  ) throws -> [String] {
    let path = try #require(shell.path, "\(shell.rawValue) is not installed")
    var program = store.program
    program.variables.merge(variables) { $1 }
    let outcome = try program.run(
      executable: path, ["-c", "cd '\(store.directory.path)'\n\(script)"])
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  // MARK: - bash

  /// Returns what bash would substitute for the current word, each as bash itself then reads it.
  private func bash(_ line: String, _ current: String) throws -> [String] {
    let script = """
      source '\(try script(for: .bash))'
      COMP_LINE=$LINE COMP_POINT=${#LINE}
      _hyperbasis hyperbasis "$CURRENT" ''
      for reply in "${COMPREPLY[@]}"; do eval "printf '%s\\n' $QUOTE$reply$QUOTE"; done
      """
    let quote = line.contains("\"") ? "\"" : ""
    return try run(.bash, script, ["LINE": line, "CURRENT": current, "QUOTE": quote])
  }

  @Test(.enabled(if: InstalledShell.bash.isExpected, "bash is not installed"))
  func bashCompletes() throws {
    #expect(try bash("hyperbasis show H", "H") == ["Hall"])
    #expect(try bash("hyperbasis show Kü", "Kü") == ["Küche groß"])
    #expect(try bash("hyperbasis show \"Kü", "Kü") == ["Küche groß"])
    #expect(try bash("hyperbasis show Hall --where color:", "").isEmpty)
    #expect(try bash("hyperbasis show Hall --where color=r", "r") == ["red"])
    #expect(try bash("hyperbasis set Lamp col", "col") == ["color="])
    #expect(try bash("hyperbasis show --at=yes", "yes") == ["yesterday"])
    #expect(try bash("hyperbasis history La", "La") == ["Lamp"])
    #expect(try bash("hyperbasis sho", "sho") == ["show"])
  }

  @Test(.enabled(if: InstalledShell.bash.isExpected, "bash is not installed"))
  func bashRunsNoName() throws {
    #expect(try bash("hyperbasis show ", "").contains(Self.evil))
    #expect(try bash("hyperbasis show ", "").contains(Self.odd))
    #expect(try bash("hyperbasis show it", "it") == [Self.odd])
    #expect(try bash("hyperbasis show \"it", "it") == [Self.odd])
    #expect(try bash("hyperbasis delete \"", "").contains(Self.evil))
    #expect(!FileManager.default.fileExists(atPath: trap.path))
  }

  // MARK: - fish

  private func fish(_ line: String) throws -> [String] {
    let script = "source '\(try script(for: .fish))'; complete -C $LINE"
    return try run(.fish, script, ["LINE": line]).map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(.enabled(if: InstalledShell.fish.isExpected, "fish is not installed"))
  func fishCompletes() throws {
    #expect(try fish("hyperbasis show H") == ["Hall"])
    #expect(try fish("hyperbasis show Kü") == ["Küche groß"])
    #expect(try fish("hyperbasis show Hall --where color=") == ["color=red"])
    #expect(try fish("hyperbasis set Lamp col") == ["color="])
    #expect(try fish("hyperbasis history La") == ["Lamp"])
    #expect(try fish("hyperbasis show --at -") == ["-2h", "-1d"])
    #expect(try fish("hyperbasis plot --al") == ["--align"])
    #expect(try fish("hyperbasis show ").contains(Self.evil))
    #expect(try fish("hyperbasis delete ").contains(Self.evil))
    #expect(!FileManager.default.fileExists(atPath: trap.path))
  }

  // MARK: - zsh

  /// zsh completes only at its prompt.
  @Test(.enabled(if: InstalledShell.zsh.isExpected, "zsh is not installed"))
  func zshCompletes() throws {
    let path = try #require(InstalledShell.zsh.path, "zsh is not installed")
    store.variables["PS1"] = "prompt> "
    let terminal = try store.program.open(executable: path, ["-f", "-i"])
    try terminal.wait(for: "prompt>")
    terminal.send(
      "cd '\(store.directory.path)'; bindkey -e; autoload -Uz compinit; compinit -u -D\r")
    terminal.send("source '\(try script(for: .zsh))'; clear; print re''ady\r")
    try terminal.wait(for: "ready")
    for (typed, completed) in [
      ("show H", "show Hall"), ("show Kü", "show Küche\\ groß"),
      ("show \"Kü", "show \"Küche groß\""), ("show Hall --where col", "show Hall --where color="),
      ("history La", "history Lamp"), ("show --at=yes", "show --at=yesterday"),
      ("show it", #"show it\'s\ \"odd\"\ \\\ \*"#),
      ("show \\$", #"show \$\(touch\ trap\)\ \`touch"#),
    ] {
      terminal.send("hyperbasis \(typed)\t")
      try terminal.wait(for: "hyperbasis \(completed)")
      // The line is not run, but cleared: the next one is expected on an empty screen.
      terminal.send("\u{5}\u{15}\u{C}")
      try terminal.wait(until: "the line is gone") { !$0.contains("hyperbasis") }
    }
    terminal.send("exit\r")
    _ = try terminal.waitForExit()
    #expect(!FileManager.default.fileExists(atPath: trap.path))
  }
}
