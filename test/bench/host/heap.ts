import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How many bytes are in use, after a collection that is forced. */
export function heapUsed(): number {
  setFlagsFromString('--expose-gc') // VS Code starts its hosts without it
  const collect = runInNewContext('gc') as () => void
  for (let times = 0; times < 2; times++) collect()
  return process.memoryUsage().heapUsed
}
