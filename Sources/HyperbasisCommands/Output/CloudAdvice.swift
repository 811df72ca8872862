import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine

/// What is said on the command line where syncing failed.
enum CloudAdvice {
  /// Why something went wrong, and what to do about it on the command line.
  ///
  /// Short where it can be, since the time machine has two lines for it.
  static func reason(_ error: any Error, _ credentials: CloudCredentials) -> String {
    switch error as? HBStorageError {
    case .unauthorized:
      return "The cloud refused the key or the token, from \(credentials.source.text); "
        + "hyperbasis doctor looks closer."
    case .missingInCloud(let name):
      return "The cloud lacks the \(name); hyperbasis doctor names the script to run. What was "
        + "saved here waits."
    default: break
    }
    let text =
      (error as? any LocalizedError)?.errorDescription ?? error.localizedDescription
    guard let advice = advice(error, credentials) else { return text }
    return "\(text) \(advice)"
  }

  private static func advice(_ error: any Error, _ credentials: CloudCredentials) -> String? {
    guard let error = error as? HBStorageError else { return nil }
    switch error {
    case .refusedByCloud, .tooLargeForCloud:
      return "hyperbasis sync --retry-quarantined does that."
    case .vanishedFromCloud:
      return "hyperbasis sync --accept-deletions does that."
    default: return nil
    }
  }
}

extension CloudCredentials.Source {
  /// Where credentials come from, in words.
  var text: String {
    switch self {
    case .environment: "the environment"
    case .file(let path): path
    }
  }
}
