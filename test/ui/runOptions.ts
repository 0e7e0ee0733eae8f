import type { ExtensionHost, HostVersion } from '../host/versions.ts'

/** How `npm run ui` runs the suites; test/host/ui.ts sets it before they are loaded. */
interface RunOptions {
  version: HostVersion
  /** Where the extension runs: in the server, or in the browser too. */
  host: ExtensionHost
  /** Whether only what `npm test` runs is to run. */
  isQuick: boolean
}

export const runOptions: RunOptions = { version: 'newest', host: 'node', isQuick: false }

/** Whether the extension runs in the browser, too. */
export function isWeb(): boolean {
  return runOptions.host === 'web'
}
