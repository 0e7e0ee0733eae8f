import { toExtensionHost, toHostVersion } from '../host/versions.ts'
import { choiceVariable, type KindName } from './kinds.ts'

/** Which suites run, as test/host/ui.ts says in the environment before they are loaded. */
export interface Choice {
  /** In windows of these kinds; of all without this. */
  kinds?: string[]
  /** Only those that `npm test` runs. */
  isQuick?: boolean
}

const choice = JSON.parse(process.env[choiceVariable] ?? '{}') as Choice

export const version = toHostVersion(process.env['POOLKEEPER_HOST_VERSION'])

/** Whether the extension runs in the browser, too. */
export const isWeb = toExtensionHost(process.env['POOLKEEPER_HOST']) === 'web'

/** Whether this is a run of `npm test`. */
export const isQuick = choice.isQuick === true

/** Whether a suite, or a test of one, is to run. */
export function isChosen(of: { kind?: KindName; nightly?: boolean }): boolean {
  if (of.kind && choice.kinds && !choice.kinds.includes(of.kind)) return false
  return !(isQuick && of.nightly)
}
