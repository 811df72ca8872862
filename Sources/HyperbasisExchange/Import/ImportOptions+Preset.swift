extension ImportOptions {
  /// Returns the options, with a format's preset for whatever they leave open.
  func filled(from preset: ImportOptions) -> ImportOptions {
    var filled = self
    if id == nil, anchorName == nil, !takesIdFromName {
      filled.id = preset.id
      filled.anchorName = preset.anchorName
      filled.takesIdFromName = preset.takesIdFromName
    }
    fillTime(&filled, preset)
    fillPlace(&filled, preset)
    fillTurn(&filled, preset)
    if keep.isEmpty { filled.keep = preset.keep }
    filled.drop += preset.drop.filter { !drop.contains($0) }
    filled.text += preset.text.filter { !text.contains($0) }
    filled.set.merge(preset.set) { own, _ in own }
    filled.isSnapshot = isSnapshot || preset.isSnapshot
    filled.deletedWhen = deletedWhen ?? preset.deletedWhen
    filled.goneAfter = goneAfter ?? preset.goneAfter
    filled.actorColumn = actorColumn ?? preset.actorColumn
    filled.rows = rows ?? preset.rows
    filled.delimiter = delimiter ?? preset.delimiter
    filled.decimal = decimal ?? preset.decimal
    filled.encoding = encoding ?? preset.encoding
    return filled
  }

  private func fillTime(_ filled: inout ImportOptions, _ preset: ImportOptions) {
    let saysWhen =
      !time.isEmpty || rate != nil || dateMicroseconds != nil || timeSource != nil
    if !saysWhen {
      filled.time = preset.time
      filled.rate = preset.rate
      filled.timeSource = preset.timeSource
    }
    filled.timeFormat = timeFormat ?? preset.timeFormat
    filled.zone = zone ?? preset.zone
  }

  private func fillPlace(_ filled: inout ImportOptions, _ preset: ImportOptions) {
    if position.isEmpty, latitude == nil, longitude == nil, matrix.isEmpty {
      filled.position = preset.position
      filled.latitude = preset.latitude
      filled.longitude = preset.longitude
      filled.altitude = altitude ?? preset.altitude
      filled.matrix = preset.matrix
    }
    filled.matrixOrder = matrixOrder ?? preset.matrixOrder
    filled.axes = axes ?? preset.axes
    filled.unit = unit ?? preset.unit
    filled.origin = origin ?? preset.origin
  }

  private func fillTurn(_ filled: inout ImportOptions, _ preset: ImportOptions) {
    guard quaternion.isEmpty, yaw == nil, bearing == nil, theta == nil else { return }
    filled.quaternion = preset.quaternion
    filled.yaw = preset.yaw
    filled.bearing = preset.bearing
    filled.theta = preset.theta
    filled.angle = angle ?? preset.angle
  }
}
