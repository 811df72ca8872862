import HyperbasisHTTP
import HyperbasisSync

extension HTTPFailure {
  var cloudFailure: CloudFailure {
    switch self {
    case .cut(let reason), .unreachable(let reason): .unreachable(reason)
    case .file(let error): .file(error)
    case .tooMuch(let status):
      .unexpectedAnswer(ServerResponse(status: status, message: "the response is too large"))
    case .cancelled: .cancelled
    }
  }
}
