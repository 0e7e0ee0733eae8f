import { commandsOf as commandsAnywhere, type Later } from '../later.ts'
import { networkProbe } from './networkProbe.ts'

export * from '../later.ts'

/** Every command; in Node.js they can see more of the network than in a browser. */
export const commandsOf: Later['commandsOf'] = (parts) => commandsAnywhere(parts, networkProbe)
