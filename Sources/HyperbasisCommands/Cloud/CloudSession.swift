import Foundation
import Hyperbasis

/// A store with the cloud that its owner has named.
struct CloudSession: Sendable {
  let credentials: ProjectCredentials
  let storage: HBStorage

  init(
    _ credentials: ProjectCredentials, store: HBLocalStore, strategy: HBSyncStrategy,
    context: CommandContext
  ) {
    self.credentials = credentials
    var config = HBStorageConfig.supabase(
      url: credentials.url, anonKey: credentials.anonKey, syncStrategy: strategy)
    config.directory = store.baseDirectory
    // The token is what the person has; a new one is theirs to get.
    config.accessToken = credentials.accessToken.map { token in
      HBAccessTokenProvider { _ in token }
    }
    storage = HBStorage(
      config: config, localStore: store, cloud: context.makeCloud?(credentials))
  }
}
