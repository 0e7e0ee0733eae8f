/**
 * The VS Code versions that the tests run in. `codeServer` is the npm package that carries the
 * version: VS Code's own server, workbench and extension hosts, from the registry alone.
 */
export const hostVersions = {
  newest: { vscode: '1.139.1', codeServer: '4.139.1' },
  minimum: { vscode: '1.105.1', codeServer: '4.105.1' },
} as const

export type HostVersion = keyof typeof hostVersions

/** The names of the versions. */
export const versionNames = ['newest', 'minimum'] as const satisfies HostVersion[]

/** Where an extension runs: in Node.js, or in a worker of the browser. */
export const extensionHosts = ['node', 'web'] as const
export type ExtensionHost = (typeof extensionHosts)[number]

/** What a window of VS Code has open where the tests don’t run anyway; see test/integration/windows.test.ts. */
export const otherWindows = ['none', 'several', 'virtual', 'restricted'] as const
export type Window = 'folder' | (typeof otherWindows)[number]
