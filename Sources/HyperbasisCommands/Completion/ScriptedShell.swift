import HyperbasisCanvas

/// A shell with a completion script. The script passes the line to the program, and offers the replies
/// unchanged, as text that is never evaluated.
enum ScriptedShell: String, CaseIterable {
  case bash, zsh, fish
}

extension ScriptedShell {
  /// The word with which the scripts call the program.
  static let request = "---complete"

  private static let option = "--generate-completion-script"

  /// Returns the script that a command line asks for; nil if it asks for something else.
  static func script(_ arguments: [String], _ context: CommandContext) throws -> String? {
    guard let first = arguments.first, first == option || first.hasPrefix(option + "=") else {
      return nil
    }
    let named =
      first == option ? arguments.dropFirst().first : String(first.dropFirst(option.count + 1))
    let login = context.variable("SHELL").map { String($0.split(separator: "/").last ?? "") }
    guard let shell = (named ?? login).flatMap(ScriptedShell.init(rawValue:)) else {
      throw CommandFailure.usage(
        "there is no completion script for \"\(TerminalText(named ?? login ?? "").plain)\"; give "
          + "\(option) bash, zsh or fish")
    }
    return shell.script
  }

  /// The script, to be sourced or put where the shell looks for completions.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  // It also runs in bash 3.2, which has neither mapfile nor compopt.
  private static let bashScript = #"""
    # Completions of hyperbasis for bash.
    _hyperbasis() {
        local line mode=
        COMPREPLY=()
        while IFS= read -r line; do
            if [[ -z $mode ]]; then mode=$line; else COMPREPLY+=("$line"); fi
        done < <("${1/#\~/$HOME}" ---complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
        if [[ $mode == nospace ]]; then compopt -o nospace 2>/dev/null; fi
        return 0
    }
    complete -F _hyperbasis hyperbasis
    """#

  private static let zshScript = #"""
    #compdef hyperbasis
    # Completions of hyperbasis for zsh.
    _hyperbasis() {
        emulate -L zsh
        local line program="${(Q)words[1]}"
        local -a lines values shown suffix
        lines=("${(@f)$("${program/#\~/$HOME}" ---complete zsh \
            "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
        (( $#lines > 1 )) || return 1
        for line in "${(@)lines[2,-1]}"; do
            values+=("${line%%$'\t'*}")
            shown+=("${line/$'\t'/  -- }")
        done
        if [[ $lines[1] == nospace ]]; then suffix=(-S ''); fi
        compadd "${(@)suffix}" -l -d shown -a values
    }
    if [[ $funcstack[1] == _hyperbasis ]]; then
        _hyperbasis "$@"
    else
        compdef _hyperbasis hyperbasis
    fi
    """#

  private static let fishScript = #"""
    # Completions of hyperbasis for fish.
    function __hyperbasis_complete
        set -l words (commandline -opc)
        set -l program $words[1]
        set -e words[1]
        set -l current (commandline -ct)
        command $program ---complete fish $words "$current" 2>/dev/null
    end
    complete -c hyperbasis -f -k -a '(__hyperbasis_complete)'
    """#
}
