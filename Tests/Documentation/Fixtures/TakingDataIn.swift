// INCLUDE Store

private let file = URL(filePath: "vans.csv")
