/// What can be wrong with a table. What is wrong with several tables in the same way is reported once.
enum TableTrouble: Equatable {
  case missing
  case unreadable(String)
  case lacksColumns([String], isRequired: Bool)
  /// Row security is off.
  case open
  /// Anyone who has the key may write, without signing in.
  case writableByAnyone
  case withoutPolicies
  case refusesWrites
}

extension TableTrouble {
  /// Returns the findings about tables, in the order in which they come.
  static func findings(_ tables: [HBCloudTable], isSignedIn: Bool) -> [HBCloudFinding] {
    var groups: [(trouble: TableTrouble, names: [String])] = []
    for table in tables {
      for trouble in table.troubles(isSignedIn: isSignedIn) {
        if let index = groups.firstIndex(where: { $0.trouble == trouble }) {
          groups[index].names.append(table.name)
        } else {
          groups.append((trouble, [table.name]))
        }
      }
    }
    return groups.map { $0.trouble.finding(TableNames(names: $0.names), isSignedIn: isSignedIn) }
  }

  private func finding(_ tables: TableNames, isSignedIn: Bool) -> HBCloudFinding {
    HBCloudFinding(severity, summary(tables), advice: advice(isSignedIn: isSignedIn))
  }

  private var severity: HBCloudFinding.Severity {
    switch self {
    case .missing, .unreadable, .withoutPolicies, .refusesWrites: .problem
    case .lacksColumns(_, let isRequired): isRequired ? .problem : .warning
    case .open, .writableByAnyone: .warning
    }
  }

  private func summary(_ tables: TableNames) -> String {
    switch self {
    case .missing: "\(tables.subject) \(tables.isOne ? "is" : "are") missing."
    case .unreadable(let reason): "\(tables.subject) cannot be read: \(reason)."
    case .lacksColumns(let columns, _):
      "\(tables.subject) \(tables.isOne ? "lacks" : "lack") \(columns.joined(separator: ", "))."
    case .open: "Anyone who has the key can read, change and delete everything in \(tables.list)."
    case .writableByAnyone: "Anyone who has the key can write to \(tables.list)."
    case .withoutPolicies:
      "Row security hides \(tables.list) from this user: no policy lets them in."
    case .refusesWrites: "Row security refuses what this user writes to \(tables.list)."
    }
  }

  private func advice(isSignedIn: Bool) -> String {
    switch self {
    case .missing: "Run schema.sql in the project's SQL editor."
    case .unreadable: "Grant the rights that Supabase gives its API roles, or sign in."
    case .lacksColumns: "Run schema.sql and migration.sql again; neither removes data."
    case .open, .writableByAnyone:
      "Sign users in and run row-security.sql, unless this is only a test project."
    case .withoutPolicies, .refusesWrites:
      isSignedIn
        ? "Run row-security.sql, which adds the policies."
        : "Sign in; if that does not help, run row-security.sql."
    }
  }
}

extension HBCloudTable {
  fileprivate func troubles(isSignedIn: Bool) -> [TableTrouble] {
    switch presence {
    case .unknown: return []
    case .missing: return isRequired ? [.missing] : []
    case .unreadable(let reason): return [.unreadable(reason)]
    case .present:
      return [columnTrouble, rowSecurityTrouble(isSignedIn: isSignedIn)].compactMap { $0 }
    }
  }

  /// What the migration adds to the tables of a plain server is not reported as missing.
  private var columnTrouble: TableTrouble? {
    let needed = SupabaseTable.plainColumns(name)
    let missing = missingColumns.filter { !isRequired || needed.contains($0) }
    return missing.isEmpty ? nil : .lacksColumns(missing, isRequired: isRequired)
  }

  private func rowSecurityTrouble(isSignedIn: Bool) -> TableTrouble? {
    switch rowSecurity {
    case .unknown, .policies: nil
    case .allowsWrites: isSignedIn ? nil : .writableByAnyone
    case .off: .open
    case .withoutPolicies: .withoutPolicies
    case .refusesWrites: .refusesWrites
    }
  }
}

/// Tables in a sentence.
private struct TableNames {
  let names: [String]

  var isOne: Bool { names.count == 1 }

  /// `spaces, anchors and tombstones`.
  var list: String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// `The tables spaces and anchors`.
  var subject: String { "The \(isOne ? "table" : "tables") \(list)" }
}
