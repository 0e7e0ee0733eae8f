// Takes the place of test/integration/activating.ts where tests run in plain Node.js.
import { setOnActivation } from './home.ts'

export function onActivation(_extension: unknown, call: Parameters<typeof setOnActivation>[0]) {
  setOnActivation(call)
}
