/// All trials, in the order of their numbers.
package enum Trials {
  package static let all: [any Trial] = [
    TruncationTrial(), BitFlipTrial(), SectorTrial(), KillTrial(), CrashStatesTrial(),
    PowerCutTrial(), FailingCallTrial(), FullDiskTrial(), FailedFlushTrial(), WritersTrial(),
    ManyProcessesTrial(), OracleTrial(), CompatibilityTrial(), FuzzTrial(), HostileTextTrial(),
    IndexTrial(),
  ]
}
