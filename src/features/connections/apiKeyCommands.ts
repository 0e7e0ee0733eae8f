import * as v from 'valibot'
import * as vscode from 'vscode'
import { ApiError, type InputProblem } from '../../api/errors.ts'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { setApiKey, storeApiKey } from '../../ui/prompts/apiKey.ts'
import { inputProblemText } from '../../ui/problemTexts.ts'
import { visible } from '../../texts.ts'
import { checkKey, tellUnchecked, type KeyCheck } from './keyCheck.ts'
import { assertConnection, resolveConnection } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { confirmModal, commandAction, showMessage, showStatus } from '../../ui/messages.ts'

const Arguments = v.object({ connection: v.string(), apiKey: v.optional(v.string()) })

/**
 * Registers Set API Key… and Clear API Key…, for the active connection or the one that the arguments name, which may have
 * the key, too.
 */
export function registerApiKeyCommands(parts: Parts): void {
  const { commands, connections, apiKeys, serviceFor } = parts
  commands.register(commandIds.setApiKey, async (args: unknown) => {
    const given = readArguments(Arguments, args)
    if (!given && !connections.active && connections.problems.length === 0) {
      // Its prompts include the one for the key.
      await vscode.commands.executeCommand(commandIds.addConnection)
      return
    }
    const connection = resolveConnection(connections, given?.connection)
    if (isSample(connection)) {
      showMessage('info', vscode.l10n.t('The sample data needs no API key.'))
      return
    }
    if (given?.apiKey === undefined) {
      // Once the settings have another URL, nothing is sent to this one, and storing the key tells why.
      let check: KeyCheck | undefined
      const isSet = await setApiKey(connection, parts, async (key, signal) => {
        if (!connections.isCurrent(connection)) return undefined
        check = await checkKey(serviceFor, connection, key, signal)
        return check.refusal
      })
      if (isSet && check?.failure) tellUnchecked(connection, check.failure)
      return
    }
    try {
      await storeApiKey(connection, parts, given.apiKey)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      throw new CommandError(inputProblemText(error.code as InputProblem))
    }
  })
  commands.register(commandIds.clearApiKey, async (args: unknown) => {
    const given = readArguments(Arguments, args)
    if (!given) assertConnection(connections)
    const connection = resolveConnection(connections, given?.connection)
    // VS Code may have the only copy of the key.
    if ((await apiKeys.names()).has(connection.name) && !(await isConfirmed(connection))) return
    // By now, another window may have given the name to another service.
    connections.current(connection)
    await apiKeys.clear(connection.name)
    showStatus(vscode.l10n.t('API key for “{0}” cleared', visible(connection.name)))
  })
}

async function isConfirmed(connection: Connection): Promise<boolean> {
  const { name } = connection
  const title = vscode.l10n.t('Set API Key')
  return confirmModal(
    vscode.l10n.t('Clear the API key for “{0}”?', visible(name)),
    vscode.l10n.t(
      'The API key will be removed from VS Code. Nothing changes on {0}.',
      hostOf(connection),
    ),
    vscode.l10n.t('Clear API Key'),
    { defaultAction: commandAction(title, commandIds.setApiKey, { connection: name }) },
  )
}
