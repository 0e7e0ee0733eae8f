import { commandIds } from '../contributions.ts'
import { connectionCommands } from './commands/connections.ts'
import { machinePoolCommands } from './commands/machinePools.ts'
import { rowCommands } from './commands/rows.ts'
import { zoneCommands } from './commands/zones.ts'

const groups = [connectionCommands, zoneCommands, machinePoolCommands, rowCommands]

/** All commands, each with its name, its ID, and what it contributes to package.json. */
export const commands = Object.entries(commandIds).map(([name, id]) => {
  const contributions = groups.flatMap((group) => group[name as keyof typeof commandIds] ?? [])
  const [contribution] = contributions
  if (!contribution || contributions.length > 1) {
    throw new Error(`src/manifest/commands has ${contributions.length} entries for ${name}, not 1`)
  }
  return { name, id, ...contribution }
})
