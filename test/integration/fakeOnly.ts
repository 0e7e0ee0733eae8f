/** The tests that need what only the fake VS Code has, by the start of their paths. */
export const fakeOnly: readonly string[] = [
  // The timers of Poolkeeper, apart from all others; see clock.ts.
  'atRest.',
  'deletion/drain',
  // Several windows at a time.
  'connections/addedAgain',
  'connections/forgottenKey',
  'connections/noList',
  'connections/notInSettings',
  'deletion/batchRequests',
  'deletion/clearedKey',
  'deletion/clusterName',
  'deletion/confirmationSetting',
  'deletion/grown',
  'deletion/interleavings/',
  'deletion/lostFiles',
  'deletion/oddRecords',
  'deletion/partialConfig',
  'deletion/questionAgain',
  'deletion/races/',
  'deletion/refusedMidway',
  'deletion/sameService',
  'deletion/unknownControlPlane',
  'deletion/unlisted',
  'deletion/withoutConfigs',
  'deletion/workersWithNodes',
  'loading.',
  'machinePools/pinsOfWindows',
  'soak/',
  // The workspace’s files and their search, which the test replaces.
  'zoneChecks/changingFolder',
  'zoneChecks/manyFiles',
]
