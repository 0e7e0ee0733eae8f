import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingsFile } from '../host/quietSettings.ts'
import { until } from './until.ts'

/**
 * The user settings as they are in their file; VS Code empties it before it writes, so that is waited
 * out. A change to the file isn't noticed by the workbench of the test host: give settings to the
 * fixture, or change them by what the page offers.
 */
export async function readSettings(dataDir: string): Promise<Record<string, unknown>> {
  const file = settingsFile(join(dataDir, 'user'))
  let settings: Record<string, unknown> | undefined
  await until('the settings file is whole', async () => {
    settings = parse(await readFile(file, 'utf8'))
    return settings !== undefined
  })
  return settings ?? {}
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
