import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingsFile } from '../host/quietSettings.ts'

/**
 * The user settings as they are in their file. A change to the file isn't noticed by the workbench
 * of the test host: give settings to the fixture, or change them by what the page offers.
 */
export async function readSettings(dataDir: string): Promise<Record<string, unknown>> {
  const file = settingsFile(join(dataDir, 'user'))
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
}
