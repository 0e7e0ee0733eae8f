/** The tests of the long runs alone, by the start of their paths. */
export const longOnly: readonly string[] = ['faults/matrix', 'soak/']
