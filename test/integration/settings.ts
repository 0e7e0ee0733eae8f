import * as vscode from 'vscode'
import { withOverrides, replace } from '../replace.ts'

/** Writes a user setting. */
export async function writeSetting(id: string, value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration()
  await settings.update(id, value, vscode.ConfigurationTarget.Global)
}

/** Removes a user setting, if there is one. */
export async function resetSetting(id: string): Promise<void> {
  if (readSetting(id) !== undefined) await writeSetting(id, undefined)
}

/** The value of a user setting; undefined if it is not set. */
export function readSetting(id: string): unknown {
  return vscode.workspace.getConfiguration().inspect(id)?.globalValue
}

/** Replaces the function that updates settings. Returns a function that restores it. */
export function replaceSettingUpdate(update: () => Promise<void>): () => void {
  const { getConfiguration } = vscode.workspace
  return replace(vscode.workspace, 'getConfiguration', (...args) =>
    withOverrides(getConfiguration(...args), { update }),
  )
}

/** Rejects as VS Code does if the settings file has a syntax error. */
export async function rejectSettingUpdate(): Promise<void> {
  throw new Error('Unable to write into user settings')
}
