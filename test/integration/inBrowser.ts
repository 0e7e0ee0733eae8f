import * as vscode from 'vscode'

/** Whether the tests run in a browser’s extension host; see web/ and nodeOnly.ts. */
export const isInBrowser = !('process' in globalThis)

/** A test that is skipped in a browser’s extension host. */
export function itInNode(title: string, test: () => Promise<void>): void {
  if (isInBrowser) it.skip(title, test)
  else it(title, test)
}

const isFakeVSCode = vscode.env.appName === 'Fake VS Code'

/** A test that only a real VS Code runs; see realOnly.ts. */
export function itInVSCode(title: string, test: () => Promise<void>): void {
  if (!isFakeVSCode) it(title, test)
}

/** A test that needs the network of plain Node.js, or Poolkeeper’s timers (see ../clock.ts). */
export function itOnFake(title: string, test: () => Promise<void>): void {
  if (isFakeVSCode) it(title, test)
}
