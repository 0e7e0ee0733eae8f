// The same cases in every run, lest a change be blamed for what another one did; another seed finds
// others: POOLKEEPER_SEED=7 npm run unit -- --grep any
import * as fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['POOLKEEPER_SEED'] ?? 1) })
