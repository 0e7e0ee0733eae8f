import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exampleWorkspace } from './paths.ts'
import { temporaryDirectory } from './processes.ts'

/** What a window of VS Code has open; see test/integration/windows.test.ts. */
export const windows = ['folder', 'none', 'several', 'virtual', 'restricted'] as const
export type Window = (typeof windows)[number]

/** The windows that the tests don’t run in anyway. */
export const otherWindows = windows.filter((window) => window !== 'folder')

/** What such a window is told to open; undefined for nothing. */
export function workspaceOf(window: Window): string | undefined {
  if (window === 'none') return undefined
  if (window === 'virtual') return 'poolkeeper-virtual:/folder'
  if (window !== 'several') return exampleWorkspace
  const file = join(temporaryDirectory().path, 'several.code-workspace')
  const folders = [exampleWorkspace, dirname(exampleWorkspace)].map((path) => ({ path }))
  writeFileSync(file, JSON.stringify({ folders }))
  return file
}

/**
 * The windows that one server can have, because all of them or none ask whether the workspace is
 * trusted. An empty window is trusted either way.
 */
export function byServer(all: readonly Window[]): { windows: Window[]; workspaceTrust: boolean }[] {
  const asking = all.filter((window) => window === 'restricted')
  const others = all.filter((window) => window !== 'restricted')
  // One server does for both where the others would be trusted anyway.
  if (others.every((window) => window === 'none'))
    return [{ windows: [...all], workspaceTrust: asking.length > 0 }]
  return [
    { windows: others, workspaceTrust: false },
    { windows: asking, workspaceTrust: true },
  ].filter(({ windows: some }) => some.length > 0)
}
