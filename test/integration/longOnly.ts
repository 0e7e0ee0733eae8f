/** The tests that only long runs have, by the beginnings of their paths. */
export const longOnly: readonly string[] = ['faults/matrix', 'soak/']
