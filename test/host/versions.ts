/**
 * The VS Code versions that the tests run in. `codeServer` is the npm package that carries the
 * version: VS Code's own server, workbench and extension hosts, from the registry alone.
 */
export const hostVersions = {
  newest: { vscode: '1.139.1', codeServer: '4.139.1' },
  minimum: { vscode: '1.100.3', codeServer: '4.100.3' },
} as const

export type HostVersion = keyof typeof hostVersions

/** The version named by a `--version` option or an environment variable; the newest without one. */
export function toHostVersion(name: string | undefined): HostVersion {
  if (name === undefined || name === '' || name === 'newest') return 'newest'
  if (name === 'minimum') return 'minimum'
  throw new Error(`There is no version "${name}": say newest or minimum.`)
}

/** Where an extension runs: in Node.js, or in a worker of the browser. */
export type ExtensionHost = 'node' | 'web'

/** The extension host named by a `--host` option; Node.js without one. */
export function toExtensionHost(name: string | undefined): ExtensionHost {
  if (name === undefined || name === '' || name === 'node') return 'node'
  if (name === 'web') return 'web'
  throw new Error(`There is no extension host "${name}": say node or web.`)
}
