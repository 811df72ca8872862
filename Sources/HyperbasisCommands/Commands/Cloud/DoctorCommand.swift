import ArgumentParser
import Hyperbasis

/// Looks into the cloud and the store, and says what to do.
struct DoctorCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the cloud and the store, and say what to do.",
    discussion: """
      Asks whether the project answers, takes the key, has the tables and columns, lets this user \
      read and write, and has the same time; and checks every file of the store. It changes \
      nothing. Exits with 0 where syncing works, 1 where something has to be done first, 75 where \
      the cloud cannot be reached. The scripts it names are in Resources/supabase.
      With --json: {usable, url, source, connection, key, user, tier, tables: [{name, required, \
      state, missingColumns, rowSecurity}], bucket, clockSkew, rowLimit, store: {files, events, \
      problems}, pending, findings: [{severity, summary, advice}]}; what could not be found out is \
      null. rowLimit, how many rows one answer holds at most, shows only where a table has more.
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    var status = ExitStatus.done
    try options.check(in: context) { session in
      let diagnosis = try Diagnosis(session)
      if format.json {
        try session.json.print(JSONNode(diagnosis, context))
      } else {
        try DiagnosisPrinter(session: session, diagnosis: diagnosis).print()
      }
      status = diagnosis.status
    }
    if status != ExitStatus.done { throw CommandFailure.silent(status) }
  }
}
