import * as vscode from 'vscode'

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
