/** Returns whether a zone’s state, which is free text, means that the zone is available. */
export function isAvailable(state: string | undefined): boolean {
  return state?.toLowerCase() === 'available'
}
