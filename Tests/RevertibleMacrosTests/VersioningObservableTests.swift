import Testing

struct VersioningObservableTests {
  @Test func addsControllersThatStartBeforeTheFirstChange() {
    expectExpansion(
      of: """
        @Observable
        @Versioning("activity", debounceMilliseconds: 200)
        public final class Model {
          public var activity: Activity = .mock
          var isLoading = false
        }
        """,
      is: """
        @Observable
        public final class Model {
          public var activity: Activity = .mock
          var isLoading = false

          public private(set) lazy var _$activity = VersioningController(
            on: self,
            at: \\.activity,
            storingErrorsAt: \\.versioningError,
            using: _$observationRegistrar,
            debounceInterval: .milliseconds(200)
          )

          private var _versioningError: (any Swift.Error)?

          public var versioningError: (any Swift.Error)? {
            get {
              access(keyPath: \\.versioningError)
              return _versioningError
            }
            set {
              withMutation(keyPath: \\.versioningError) {
                _versioningError = newValue
              }
            }
          }

          private var _$isVersioning = false

          private func _$startVersioning() {
            guard !_$isVersioning else {
              return
            }
            _$isVersioning = true
            _ = _$activity
          }

          private func access<Member>(keyPath: ReferenceWritableKeyPath<Model, Member>) {
            _$startVersioning()
            _$observationRegistrar.access(self, keyPath: keyPath)
          }

          private func withMutation<Member, MutationResult>(
            keyPath: ReferenceWritableKeyPath<Model, Member>,
            _ mutation: () throws -> MutationResult
          ) rethrows -> MutationResult {
            _$startVersioning()
            return try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
          }

          private nonisolated func shouldNotifyObservers<Member: Revertible>(
            _ first: Member, _ second: Member
          ) -> Bool {
            !Member._isSame(first, second)
          }
        }
        """)
  }

  @Test func throwsOrUsesAPropertyThatIsThere() {
    expectExpansion(
      of: """
        class First: ObservableObject {
          @Published private var title = ""
          var error: Error?
        }
        @Versioning("title", errorMode: .assignErrors("error"))
        class Second: ObservableObject {
          @Published private var title = ""
          var error: Error?
        }
        @Versioning("title", errorMode: .throwErrors)
        class Third: Combine.ObservableObject {
          @Published var title = ""
        }
        """,
      is: """
        class First: ObservableObject {
          @Published private var title = ""
          var error: Error?
        }
        class Second: ObservableObject {
          @Published
          private var title = "" {
            willSet {
              _ = _$title
            }
          }
          var error: Error?

          private lazy var _$title = VersioningController(
            on: self,
            at: \\.title,
            storingErrorsAt: \\.error
          )
        }
        class Third: Combine.ObservableObject {
          @Published
          var title = "" {
            willSet {
              _ = _$title
            }
          }

          private(set) lazy var _$title = VersioningController(
            on: self,
            at: \\.title
          )
        }
        """)
  }

  @Test func announcesWhatIsNotPublished() {
    expectExpansion(
      of: """
        @Versioning
        final class Model: ObservableObject {
          var activity: Activity
        }
        """,
      is: """
        final class Model: ObservableObject {
          var activity: Activity {
            willSet {
              _ = _$activity
              objectWillChange.send()
            }
          }

          private(set) lazy var _$activity = VersioningController(
            on: self,
            at: \\.activity,
            storingErrorsAt: \\.versioningError
          )

          @Published
          var versioningError: (any Swift.Error)?
        }
        """)
  }
}
