import { answerChecks, type AnswerCheck } from './answerChecks.ts'
import { errorProblem, problemOf } from './shapes.ts'

/** What sandboxes have answered that the service's description does not allow, and not told yet. */
const problems: string[] = []

const holdToShapes: AnswerCheck = ({ method, url, settings }, answer) => {
  const wrongError = errorProblem(answer)
  if (wrongError !== undefined) tell(`${method} ${url}: ${wrongError}`)
  const isJson = answer.headers['Content-Type'] === 'application/json'
  // Traps are answers that nothing allows, but services give.
  if (answer.status >= 300 || !isJson || settings.traps.length > 0) return
  // As documented, which is not what is published of azure.
  if (settings.documentedZones['azure'] !== 'zoneList' && /\/azure\/.*\/zones/.test(url)) return
  const problem = problemOf(method, url, answer)
  if (problem !== undefined) tell(problem)
}

function tell(problem: string): never {
  problems.push(problem)
  throw new TypeError(problem)
}

/** Root hooks for mocha: no test passes while a sandbox in it answers what no service does. */
export const mochaHooks = {
  beforeAll(): void {
    answerChecks.add(holdToShapes)
  },

  afterEach(): void {
    const [first, ...others] = problems.splice(0)
    if (first === undefined) return
    throw new Error(`The sandbox answered out of shape (${others.length} more): ${first}`)
  },
}
