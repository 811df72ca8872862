public import Foundation

/// Where and how a store keeps its data.
public struct HBStorageConfig: Equatable, Sendable {
  /// Whether the store is on this machine alone, or also synced through a cloud.
  public var backend: HBBackend
  /// When changes are synced; without a cloud it has no effect.
  public var syncStrategy: HBSyncStrategy
  /// How world maps are stored from now on; those already stored can be read either way.
  public var compression: HBCompressionLevel
  /// The folder of the store, as a file URL; nil stands for `$HYPERBASIS_STORE` if it is set, else
  /// `Documents/Hyperbasis`. With a web address nothing can be read or written.
  public var directory: URL?
  /// What an acknowledged save survives.
  public var durability: HBDurability
  /// The actor to write into every event; nil leaves it out.
  public var actor: String?
  /// Who is signed in to the cloud; nil for nobody, in which case only the key counts.
  public var accessToken: HBAccessTokenProvider?
  /// Whether Hyperbasis SDK 1.1.0 must be able to open the whole store, for an app or a device that still
  /// uses it on the same folder: `worldmaps/` is made at once, and every space gets its `.bin` there,
  /// without which the SDK fails on all spaces. Each world map then takes up its room twice.
  public var sdkCompatible: Bool
  /// The most new spaces that a sync takes in from the cloud; if there are more, it takes in none unless
  /// that was accepted. Nil for no limit.
  package var mostNewSpaces: Int?

  /// Creates a configuration; each part may be left out.
  ///
  /// - Parameters:
  ///   - backend: this machine alone, or a cloud as well.
  ///   - syncStrategy: when changes are synced.
  ///   - compression: how world maps are stored.
  ///   - directory: the folder of the store; nil stands for `$HYPERBASIS_STORE`, else
  ///     `Documents/Hyperbasis`.
  ///   - durability: what an acknowledged save survives.
  ///   - actor: the actor to write into every event.
  ///   - accessToken: who is signed in to the cloud.
  ///   - sdkCompatible: whether SDK 1.1.0 must be able to open the whole store.
  public init(
    backend: HBBackend = .localOnly, syncStrategy: HBSyncStrategy = .manual,
    compression: HBCompressionLevel = .balanced, directory: URL? = nil,
    durability: HBDurability = .os, actor: String? = nil,
    accessToken: HBAccessTokenProvider? = nil, sdkCompatible: Bool = false
  ) {
    self.backend = backend
    self.syncStrategy = syncStrategy
    self.compression = compression
    self.directory = directory
    self.durability = durability
    self.actor = actor
    self.accessToken = accessToken
    self.sdkCompatible = sdkCompatible
  }

  /// Local only, manual sync, balanced compression.
  public static let `default` = HBStorageConfig()

  /// Returns the configuration of a store that is synced through Supabase.
  public static func supabase(
    url: String, anonKey: String, syncStrategy: HBSyncStrategy = .onSave,
    accessToken: HBAccessTokenProvider? = nil
  ) -> HBStorageConfig {
    HBStorageConfig(
      backend: .supabase(url: url, anonKey: anonKey), syncStrategy: syncStrategy,
      accessToken: accessToken)
  }
}

/// Where data live besides this machine.
public enum HBBackend: Equatable, Sendable {
  /// This machine alone: nothing is sent anywhere.
  case localOnly
  /// A Supabase project.
  ///
  /// `url` is the address of the project or of its REST service, and `anonKey` its anonymous (or
  /// publishable) key, which no description of the value shows.
  case supabase(url: String, anonKey: String)
}

// Neither the key nor a password in the address may reach a log through `print`, `dump` or interpolation.
extension HBBackend: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    switch self {
    case .localOnly: "localOnly"
    case .supabase(let url, _): "supabase(url: \(url.shownAddress), anonKey: hidden)"
    }
  }

  public var debugDescription: String { description }

  public var customMirror: Mirror {
    switch self {
    case .localOnly: Mirror(self, children: [])
    case .supabase(let url, _):
      Mirror(self, children: ["url": url.shownAddress, "anonKey": "hidden"], displayStyle: .enum)
    }
  }
}

/// When changes are synced.
public enum HBSyncStrategy: Equatable, Sendable {
  /// When `sync()` is called.
  case manual
  /// After each save, in the background.
  case onSave
}

/// How a world map is stored.
public enum HBCompressionLevel: Equatable, Sendable {
  /// Uncompressed.
  case none
  /// As raw DEFLATE (RFC 1951) at zlib's default level.
  case balanced
}

/// What an acknowledged save survives.
public enum HBDurability: String, Equatable, Sendable, CaseIterable {
  /// The death of the process.
  case os
  /// A power cut as well: the log is flushed to the device before the save returns.
  case disk
}
