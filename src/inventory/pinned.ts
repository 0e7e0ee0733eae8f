import type { TrackedConfig, TrackedPool } from './tracked.ts'

/** Whether it is kept by the user, and not only for a deletion that is not over. */
export function isPinned({ deletion }: TrackedPool): boolean {
  return deletion === undefined || deletion.wasKept === 'pool'
}

/** The same of a cloud config. */
export function isConfigPinned({ pools }: TrackedConfig): boolean {
  return !pools.some(({ deletion }) => deletion?.wasKept === 'nothing') || pools.some(isPinned)
}
