/** The tests that open several windows at a time, which only the fake VS Code does; the start of their paths. */
export const fakeOnly: readonly string[] = [
  'connections/addedAgain',
  'connections/notInSettings',
  'deletion/interleavings/',
  'deletion/races/',
  'loading.',
  'machinePools/pinsOfWindows',
  'soak/',
]
