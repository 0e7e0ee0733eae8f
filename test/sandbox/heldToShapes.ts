import { answerChecks } from './answer.ts'
import { problemOf } from './shapes.ts'

/** What sandboxes have answered that the service's description does not allow, and not told yet. */
const problems: string[] = []

/** Root hooks for mocha: no test passes while a sandbox in it answers what no service does. */
export const mochaHooks = {
  beforeAll(): void {
    answerChecks.add((method, url, { traps, documentedZones }, answer) => {
      // As documented, which is not what is published of azure.
      const isDocumented = documentedZones['azure'] !== 'zoneList' && /\/azure\/.*\/zones/.test(url)
      // Traps are answers that nothing allows, but services give.
      if (answer.status < 300 && (isDocumented || traps.length > 0)) return
      const problem = problemOf(method, url, answer)
      if (problem === undefined) return
      problems.push(problem)
      throw new TypeError(problem)
    })
  },

  afterEach(): void {
    const [first, ...others] = problems.splice(0)
    if (first === undefined) return
    throw new Error(`The sandbox answered out of shape (${others.length} more): ${first}`)
  },
}
