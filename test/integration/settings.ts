import * as vscode from 'vscode'
import { like, replace } from '../replace.ts'

/** Writes a user setting. */
export async function writeSetting(id: string, value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration()
  await settings.update(id, value, vscode.ConfigurationTarget.Global)
}

/** Takes a user setting out, where there is one. */
export async function resetSetting(id: string): Promise<void> {
  if (readSetting(id) !== undefined) await writeSetting(id, undefined)
}

/** What the user has set; undefined for nothing. */
export function readSetting(id: string): unknown {
  return vscode.workspace.getConfiguration().inspect(id)?.globalValue
}

/** Puts something in the place of writing settings; returns what ends that. */
export function replaceWriting(update: () => Promise<void>): () => void {
  const { getConfiguration } = vscode.workspace
  return replace(vscode.workspace, 'getConfiguration', (...args) =>
    like(getConfiguration(...args), { update }),
  )
}

/** Writes as VS Code does while there is a mistake in the settings file. */
export async function asWithMistakeInFile(): Promise<void> {
  throw new Error('Unable to write into user settings')
}
