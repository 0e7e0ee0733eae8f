/** The tests with several windows, which only the fake VS Code has, by the beginnings of their paths. */
export const fakeOnly: readonly string[] = [
  'connections/addedAgain',
  'connections/notInSettings',
  'deletion/interleavings/',
  'deletion/races/',
  'loading.',
  'machinePools/pinsOfWindows',
  'soak/',
]
