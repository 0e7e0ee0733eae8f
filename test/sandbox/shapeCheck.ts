import { responseChecks } from './response.ts'
import { findProblem } from './shapes.ts'

/** The deviations from the published shapes since the last test. */
const problems: string[] = []

// Once for all files that a process runs. Mocha calls a hook before each of them.
responseChecks.add((method, url, { traps, documentedZones }, response) => {
  // The documented body of azure differs from the published one.
  const isDocumented = documentedZones['azure'] !== 'zoneList' && /\/azure\/.*\/zones/.test(url)
  // Traps deviate on purpose: live services do, too.
  if (response.status < 300 && (isDocumented || traps.length > 0)) return
  const problem = findProblem(method, url, response)
  if (problem === undefined) return
  problems.push(problem)
  throw new TypeError(problem)
})

/** Root hooks for mocha: a test fails if a sandbox sent a response in its time that no service sends. */
export const mochaHooks = {
  afterEach(): void {
    const [first, ...rest] = problems.splice(0)
    if (first === undefined) return
    throw new Error(`The sandbox’s response is out of shape (${rest.length} more): ${first}`)
  },
}
