import type { Answer } from './answer.ts'
import type { Settings } from './settings.ts'

/** Looks at what a sandbox answers by itself, faults left out; throws where that must not be. */
export type AnswerCheck = (request: CheckedRequest, answer: Answer) => void

/** What was asked; the URL is the raw path and query, without a prefix. */
interface CheckedRequest {
  method: string
  url: string
  settings: Settings
}

/** Those of every sandbox in this process. */
export const answerChecks = new Set<AnswerCheck>()
