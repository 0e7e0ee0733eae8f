import { actionsOf as actionsAnywhere, type Later } from '../later.ts'
import { networkProbe } from './networkProbe.ts'

export * from '../later.ts'

/** All actions; in Node.js they can see more of the network than in a browser. */
export const actionsOf: Later['actionsOf'] = (parts) => actionsAnywhere(parts, networkProbe)
