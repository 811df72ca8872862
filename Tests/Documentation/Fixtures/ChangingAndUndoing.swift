// INCLUDE Store

private let instant = HBInstant(Date())
