import * as vscode from 'vscode'

/** Whether the tests run in a browser's extension host; see web/ and nodeOnly.ts. */
export const inBrowser = !('process' in globalThis)

/** A test that a browser's extension host skips: what it is about, only Node.js shows. */
export function itInNode(title: string, test: () => Promise<void>): void {
  if (inBrowser) it.skip(title, test)
  else it(title, test)
}

const isFake = vscode.env.appName === 'Fake VS Code'

/** A test that only a real VS Code can pass; see realOnly.ts. */
export function itInVSCode(title: string, test: () => Promise<void>): void {
  if (!isFake) it(title, test)
}

/** A test that needs the network of plain Node.js, or the timers of Poolkeeper; see ../clock.ts. */
export function itOnFake(title: string, test: () => Promise<void>): void {
  if (isFake) it(title, test)
}
