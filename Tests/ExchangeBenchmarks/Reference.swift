import Foundation

/// Another program that reads the same file, for comparison: Python with a package.
struct Reference {
  let name: String
  private let script: String

  static let all = [
    Reference(
      name: "pyarrow",
      script: """
        import sys, time
        import pyarrow as pa, pyarrow.csv as csv
        pa.set_cpu_count(1)
        start = time.perf_counter()
        table = csv.read_csv(sys.argv[1], read_options=csv.ReadOptions(use_threads=False))
        assert table.num_rows > 0
        print(time.perf_counter() - start)
        """),
    Reference(
      name: "duckdb",
      script: """
        import sys, time
        import duckdb
        connection = duckdb.connect()
        connection.execute("SET threads TO 1")
        start = time.perf_counter()
        connection.execute(f"CREATE TABLE t AS SELECT * FROM read_csv('{sys.argv[1]}')")
        print(time.perf_counter() - start)
        """),
    Reference(
      name: "pandas",
      script: """
        import sys, time
        import pandas
        start = time.perf_counter()
        assert len(pandas.read_csv(sys.argv[1])) > 0
        print(time.perf_counter() - start)
        """),
  ]

  /// Returns the time in seconds; nil if the package is missing.
  func seconds(_ url: URL, python: String) -> Double? {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", script, url.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = Pipe()
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Double(
      String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
