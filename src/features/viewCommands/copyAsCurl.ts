import * as vscode from 'vscode'
import { host } from '../../api/browser.ts'
import { curlCommand, keyVariableIn, shellOf } from '../../api/curl.ts'
import { createRedact } from '../../api/redaction.ts'
import { hostOf, type Connection } from '../../connections/connection.ts'
import type { SentRequest } from '../../connections/services.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { ageText } from '../../ui/ageTexts.ts'
import { joinDescription } from '../../texts.ts'
import type { TreeNode } from '../../ui/trees/nodes.ts'
import type { RowRequest } from '../../ui/trees/rows.ts'
import { kindOf, type Views } from './kindOf.ts'
import { assertItemOrPalette, selectedItems } from '../../ui/selectedItems.ts'
import { toCommandError } from '../../ui/commandErrors.ts'
import { showMessage, showStatus } from '../../ui/messages.ts'
import { choose } from '../../ui/prompts/quickInput.ts'

/**
 * Copy as cURL: copies the requests of tree items, or one of the last requests. Deletions are not among them: a
 * pasted one would go without a confirmation.
 */
export function copyAsCurlCommands(views: Parts & Views) {
  const { apiKeys, sentRequests } = views
  return {
    [commandIds.copyAsCurl]: async (...args: [TreeNode?, TreeNode[]?]) => {
      assertItemOrPalette(args)
      if (args.length > 0) return copy(selectedItems(...args))
      const chosen = await askRequest(
        sentRequests().filter(({ request }) => request.method !== 'DELETE'),
      )
      if (chosen) await write([chosen])
    },
  }

  async function copy(nodes: readonly TreeNode[]): Promise<void> {
    const requests = nodes.flatMap((node) => {
      try {
        return kindOf(node, views)?.request?.(node) ?? []
      } catch (error) {
        throw toCommandError(error, (node as { connection: Connection }).connection)
      }
    })
    if (requests.length > 0) return write(requests)
    showStatus(vscode.l10n.t('There is nothing to copy.'))
  }

  async function write(requests: readonly RowRequest[]): Promise<void> {
    const commands = new Set<string>()
    const shell = shellOf(vscode.env.shell, isWindows())
    for (const { connection, request } of requests) {
      // A key that was entered as a name would be part of the URL.
      const url = createRedact(await apiKeys.get(connection))(request.url)
      commands.add(curlCommand({ ...request, url }, connection, shell))
    }
    await vscode.env.clipboard.writeText([...commands].join('\n'))
    const variable = keyVariableIn(shell)
    showStatus(vscode.l10n.t('Copied as cURL. The command reads the API key from {0}', variable))
  }
}

function isWindows(): boolean {
  return host.isBrowser ? /\bWindows\b/.test(navigator.userAgent) : process.platform === 'win32'
}

/** Prompts for a recent request; undefined if there is none or the user cancels. */
async function askRequest(sent: readonly SentRequest[]): Promise<SentRequest | undefined> {
  if (sent.length === 0) {
    showMessage('info', vscode.l10n.t('No requests have been sent in this window yet.'))
    return undefined
  }
  return choose(vscode.l10n.t('Copy as cURL'), {
    placeholder: vscode.l10n.t('Select a request to copy'),
    choices: sent.map((one) => ({ ...choiceTexts(one), value: one })),
  })
}

function choiceTexts({ connection, request, status, at }: SentRequest) {
  const { pathname, search } = new URL(request.url)
  return {
    label: `${request.method} ${pathname}${search}`,
    description: joinDescription(
      status === undefined ? vscode.l10n.t('no response') : String(status),
      hostOf(connection),
      ageText(at),
    ),
  }
}
