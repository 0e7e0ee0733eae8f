import { inHosts } from './inHost.ts'
import type { Results } from './samples.ts'

/** How long a keystroke takes to be answered in a list of machine pools, in a window of the newest VS Code. */
export async function keystroke(): Promise<Results> {
  const all = await inHosts(['keystroke.list.ts'], 1)
  return Object.assign({}, ...all) as Results
}
