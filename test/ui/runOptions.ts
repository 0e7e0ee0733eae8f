import type { ExtensionHost, HostVersion } from '../host/versions.ts'

/** The options of `npm run ui`; test/host/ui.ts sets them before the suites are loaded. */
interface RunOptions {
  version: HostVersion
  /** Where the extension runs: in the server’s Node.js, or in the browser. */
  host: ExtensionHost
}

export const runOptions: RunOptions = { version: 'newest', host: 'node' }

/** Whether the extension runs in the browser. */
export function isWeb(): boolean {
  return runOptions.host === 'web'
}
