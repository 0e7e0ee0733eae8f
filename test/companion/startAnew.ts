import * as vscode from 'vscode'
import { connect, type SandboxAddress } from './connect.ts'

interface Wanted {
  /** The connections to remove, with all that is kept for them. */
  forget: string[]
  /** The user settings to change; null for those to remove. */
  settings: Record<string, unknown>
  address?: SandboxAddress
}

const title = 'Start Anew…'

/** Makes this window as new, as far as an extension can; asks what is wanted, and says when it is done. */
export async function startAnew(): Promise<void> {
  const json = await ask({ title, prompt: 'What is wanted, as JSON' })
  if (!json) return
  try {
    await become(JSON.parse(json) as Wanted)
    await ask({ title: `${title} Done` })
  } catch (error) {
    await ask({ title: `${title} Failed`, prompt: String(error) })
  }
}

/** A box that stays where a panel that was opened just before takes the focus late. */
function ask(options: vscode.InputBoxOptions): Thenable<string | undefined> {
  return vscode.window.showInputBox({ ...options, ignoreFocusOut: true })
}

async function become({ forget, settings, address }: Wanted): Promise<void> {
  const { executeCommand } = vscode.commands
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    await vscode.window.showTextDocument(document)
    await executeCommand('workbench.action.files.revert')
  }
  await executeCommand('workbench.action.closeAllEditors')
  await executeCommand('workbench.action.closePanel')
  for (const name of forget) await executeCommand('poolkeeper.removeConnection', name)
  for (const [name, value] of Object.entries(settings)) {
    const { Global } = vscode.ConfigurationTarget
    await vscode.workspace.getConfiguration().update(name, value ?? undefined, Global)
  }
  await executeCommand('notifications.clearAll')
  if (address) await connect(address)
}
