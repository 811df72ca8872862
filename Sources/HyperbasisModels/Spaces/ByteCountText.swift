/// Sizes in bytes, written for people, identical in every locale.
package enum ByteCountText {
  /// `812 bytes`, `1.4 kB`, `12.0 MB`, `3.1 GB`: decimal units.
  package static func text(_ bytes: Int) -> String {
    if bytes == 1 { return "1 byte" }
    if bytes.magnitude < 1000 { return "\(bytes) bytes" }
    var tenths = (Double(bytes) / 100).rounded()
    var unit = 0
    let units = ["kB", "MB", "GB", "TB"]
    while tenths.magnitude >= 10_000, unit < units.count - 1 {
      tenths = (tenths / 1000).rounded()
      unit += 1
    }
    let whole = Int(tenths)
    return "\(whole / 10).\(whole.magnitude % 10) \(units[unit])"
  }
}
