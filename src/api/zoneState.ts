/** Whether a zone is as it should be, as far as its state tells: an open word of the service's. */
export function isAvailable(state: string | undefined): boolean {
  return state?.toLowerCase() === 'available'
}
