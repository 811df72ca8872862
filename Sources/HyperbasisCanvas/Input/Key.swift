/// One press of a key.
package struct Key: Hashable, Sendable {
  package let code: Code
  package let modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}

extension Key {
  package enum Code: Hashable, Sendable {
    /// A printable character; upper case means that Shift was held.
    case character(Unicode.Scalar)
    case up, down, left, right
    case home, end, pageUp, pageDown, insert, delete
    case backspace, tab, enter, escape
    /// F1 to F24.
    case function(Int)
    /// A sequence that is not a known key.
    case unknown
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }
}

// MARK: - Common keys

extension Key {
  package static let up = Key(.up)
  package static let down = Key(.down)
  package static let left = Key(.left)
  package static let right = Key(.right)
  package static let shiftUp = Key(.up, .shift)
  package static let shiftDown = Key(.down, .shift)
  package static let shiftLeft = Key(.left, .shift)
  package static let shiftRight = Key(.right, .shift)
  package static let home = Key(.home)
  package static let end = Key(.end)
  package static let pageUp = Key(.pageUp)
  package static let pageDown = Key(.pageDown)
  package static let insert = Key(.insert)
  package static let delete = Key(.delete)
  package static let backspace = Key(.backspace)
  package static let tab = Key(.tab)
  package static let backTab = Key(.tab, .shift)
  package static let enter = Key(.enter)
  package static let escape = Key(.escape)
  package static let space = Key.character(" ")
  package static let unknown = Key(.unknown)

  package static func character(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar)) }

  /// Returns the key of a letter, given in lower case, with Control.
  package static func control(_ scalar: Unicode.Scalar) -> Key {
    Key(.character(scalar), .control)
  }

  package static func function(_ number: Int) -> Key { Key(.function(number)) }

  /// The character that the key types into a prompt; `nil` for every other key.
  package var typed: Unicode.Scalar? {
    guard case .character(let scalar) = code, modifiers.isDisjoint(with: [.alt, .control])
    else { return nil }
    return scalar
  }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
  package init(unicodeScalarLiteral value: Unicode.Scalar) { self = .character(value) }
}
