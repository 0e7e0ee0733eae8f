import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { exampleWorkspace } from './paths.ts'
import { temporaryDirectory } from './processes.ts'

/** Returns a copy of the example workspace, so that tests that run at the same time can change their files. */
export function copyExampleWorkspace(): string {
  const folder = join(temporaryDirectory(), 'workspace')
  cpSync(exampleWorkspace, folder, { recursive: true })
  return folder
}
