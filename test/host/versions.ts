/**
 * The VS Code versions in which the tests run. `codeServer` is the version of the npm package code-server that contains
 * it: VS Code’s own server, workbench, and extension hosts, from the npm registry alone.
 */
export const hostVersions = {
  newest: { vscode: '1.139.1', codeServer: '4.139.1' },
  minimum: { vscode: '1.105.1', codeServer: '4.105.1' },
} as const

export type HostVersion = keyof typeof hostVersions

export const versionNames = ['newest', 'minimum'] as const satisfies HostVersion[]

/** Where extensions run: in Node.js, or in a web worker. */
export const extensionHosts = ['node', 'web'] as const
export type ExtensionHost = (typeof extensionHosts)[number]

/** The kinds of windows besides those with a folder; see test/integration/windowKinds.vscode.windows.test.ts. */
export const otherWindows = ['none', 'several', 'virtual', 'restricted'] as const
export type Window = 'folder' | (typeof otherWindows)[number]
