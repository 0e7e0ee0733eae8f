import * as vscode from 'vscode'
import { joinSentences, visible } from '../../texts.ts'
import type { CodeLocation } from '../poolsInCode/codeSearch.ts'

/** Returns where a machine pool is in code, and what that means, for the first of its locations. */
export function locationText([location, ...others]: readonly CodeLocation[]): string {
  if (!location) return ''
  const { uri, line, isCertain, tool } = location
  const at = `${visible(vscode.workspace.asRelativePath(uri))}:${line}`
  const text =
    tool === 'Terraform'
      ? vscode.l10n.t('In {0}. Terraform creates the pool again on the next apply.', at)
      : tool === 'OpenTofu'
        ? vscode.l10n.t('In {0}. OpenTofu creates the pool again on the next apply.', at)
        : isCertain
          ? vscode.l10n.t('In {0}. Applying this file may create the pool again.', at)
          : vscode.l10n.t(
              'A machine pool with this name is in {0}, in a cluster that isn’t known.',
              at,
            )
  const more = others.length > 0 ? vscode.l10n.t('Other places: {0}.', others.length) : ''
  return joinSentences(text, more)
}

/** Returns a location as JSON for people and models. */
export function locationFacts({ uri, line, isCertain, tool }: CodeLocation): object {
  return { file: vscode.workspace.asRelativePath(uri), line, isCertain, createdAgainBy: tool }
}

/** Opens a file at a location. */
export async function openLocation({ uri, line }: CodeLocation): Promise<void> {
  const position = new vscode.Position(line - 1, 0)
  const selection = new vscode.Range(position, position)
  const document = await vscode.workspace.openTextDocument(uri)
  await vscode.window.showTextDocument(document, { selection })
}
