import { activation } from './activation.ts'
import { allRegions } from './allRegions.ts'
import { inHost } from './inHost.ts'
import { keystroke } from './keystroke.ts'
import { listZones } from './clientOverhead.ts'
import type { Results } from './samples.ts'
import { poolsInCode } from './lensCosts.ts'
import { sizes } from './sizes.ts'
import { zoneChecks } from './editCosts.ts'

/**
 * What gives the values of the rows in `plan.ts`, one after another. Another measure is a function that
 * gives some, in a file of its own; what needs an extension host is a file `host/*.bench.ts`, and what
 * needs a new one each time, `host/*.start.ts`.
 */
export const measures: Record<string, () => Promise<Results>> = {
  sizes,
  activation,
  listZones,
  allRegions,
  zoneChecks,
  poolsInCode,
  keystroke,
  inHost,
}
