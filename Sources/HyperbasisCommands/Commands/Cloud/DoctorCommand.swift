import ArgumentParser
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Checks the cloud and the store, and says what to do.
struct DoctorCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the cloud and the store, and say what to do.",
    discussion: """
      Asks whether the project responds, accepts the key, has the tables and columns, lets this \
      user read and write, and has its clock right; and checks every file of the store. It changes \
      nothing. Exits with 0 if syncing works, 1 if something has to be done first, 75 if the \
      cloud cannot be reached. The scripts it names are in Resources/supabase.
      With --json: {usable, url, source, connection, key, user, tier, tables: [{name, required, \
      state, missingColumns, rowSecurity, denied}], team: {owner, editor, viewer}, bucket, clockSkew, \
      rowLimit, leftAloneUntil, store: {files, events, problems}, pending, findings: \
      [{severity, summary, advice}]}; what could not be found out is null. team counts the spaces in which this user \
      is an owner, an editor or a viewer, if spaces are shared. rowLimit, how many rows one \
      answer holds at most, is known only if a table has more. leftAloneUntil is the date until \
      which a busy server asked to be left alone.
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    // On a new machine the cloud is checked before there is a store.
    try options.requireStore(in: context, mayCreateStore: true)
    let session = StoreSession(options, context)
    let diagnosis = try Diagnosis(session)
    if format.json {
      try session.json.print(JSONNode(diagnosis, session))
    } else {
      try DiagnosisPrinter(session: session, diagnosis: diagnosis).print()
    }
    if diagnosis.status != ExitStatus.done { throw CommandFailure.silent(diagnosis.status) }
  }
}

/// Prints a diagnosis for people.
struct DiagnosisPrinter {
  let session: StoreSession
  let diagnosis: Diagnosis

  func print() throws {
    try session.printReport(table)
    let findings = diagnosis.findings(session)
    if !findings.isEmpty { try session.output.writeLine() }
    for finding in findings { try print(finding) }
    if let signingIn = signingIn(findings) {
      try session.output.writeLine()
      try session.print(Paragraph(text: .init(signingIn)))
    }
    try session.output.writeLine()
    try session.print(Paragraph(text: .init(conclusion(findings), .bold)))
  }

  private func print(_ finding: HBCloudFinding) throws {
    let severity = TextTable.Cell("\(finding.severity.rawValue): ", Self.style(of: finding))
    try session.print(Paragraph(lead: severity, text: .init(finding.summary), indentation: 2))
    try session.print(Paragraph(text: .init(finding.advice), indentation: 2))
  }

  private var table: TextTable {
    return TextTable(
      columns: ["CHECK", "STATE", .flexible("FOUND")],
      rows: diagnosis.checks.map { check in
        [
          .init(check.name), .init(check.state.rawValue, Self.style(of: check.state)),
          .init(TerminalText(check.found, limit: 200)),
        ]
      })
  }

  private func conclusion(_ findings: [HBCloudFinding]) -> String {
    switch diagnosis.status {
    case ExitStatus.done:
      guard let until = diagnosis.leftAloneUntil else { return "hyperbasis sync can run." }
      return "The server asked to be left alone. hyperbasis sync can run after "
        + "\(session.time.text(until, fraction: .never))."
    case ExitStatus.cloudNotReachable:
      return "The cloud is not reachable; everything works here, and changes wait."
    default:
      let isScript = findings.contains { $0.advice.contains(".sql") }
      return isScript
        ? "Not ready to sync. The scripts are in Resources/supabase; its README gives the order."
        : "Not ready to sync."
    }
  }

  /// Returns how to sign in, if that is advised and no user is signed in.
  private func signingIn(_ findings: [HBCloudFinding]) -> String? {
    guard let credentials = diagnosis.setting.credentials, credentials.accessToken == nil,
      findings.contains(where: { $0.severity == .problem && $0.advice.hasPrefix("Sign in;") })
    else { return nil }
    return "To sign in, set SUPABASE_ACCESS_TOKEN to the token of a user, or write "
      + "access_token = … where the key is written."
  }

  private static func style(of state: DiagnosisCheck.State) -> Style {
    switch state {
    case .ok: Style(.added)
    case .note: .plain
    case .warning: .warning
    case .problem: .error
    case .unknown: .dim
    }
  }

  private static func style(of finding: HBCloudFinding) -> Style {
    switch finding.severity {
    case .problem: .error
    case .warning: .warning
    case .note: .plain
    }
  }
}
