@MainActor private let soup = Note(id: UUID(), text: "Soup", state: .draft, lastOpened: Date())
@MainActor private let model = NotebookModel()
