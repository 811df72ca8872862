import Foundation
import HyperbasisJSONText
package import HyperbasisModels

/// What a token says of itself (RFC 7519). Nothing is verified; that is up to the server.
package struct AccessTokenClaims: Sendable {
  /// The user's id.
  let subject: String?
  let role: String?
  /// When it expires; nil if it does not say.
  package let expiry: HBInstant?

  /// Returns nil for a text that is not a JSON Web Token.
  package init?(_ token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    // A token whose claims are not JSON is opaque.
    guard parts.count == 3, let payload = Self.decode(parts[1]),
      let value = try? JSONParser.parse(payload), let claims = value.dictionaryValue
    else { return nil }
    subject = claims["sub"]?.stringValue
    role = claims["role"]?.stringValue
    expiry = claims["exp"]?.intValue.flatMap { seconds in
      let (microseconds, isTooLate) = seconds.multipliedReportingOverflow(by: 1_000_000)
      return isTooLate ? nil : HBInstant(microseconds: Int64(microseconds))
    }
  }

  /// Whether it is not a user's: row security does not bind its role.
  package var bypassesRowSecurity: Bool { role == "service_role" }

  /// base64url without padding (RFC 4648, section 5).
  private static func decode(_ text: Substring) -> [UInt8]? {
    var text = text.replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.count % 4) % 4)
    return Data(base64Encoded: String(text)).map { [UInt8]($0) }
  }
}
