import * as v from 'valibot'
import * as vscode from 'vscode'
import { ApiError, type InputProblem } from '../../api/errors.ts'
import { hostOf, type Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { setApiKey, storeApiKey } from '../../ui/prompts/apiKey.ts'
import { inputProblemText } from '../../ui/problemTexts.ts'
import { displayText } from '../../displayTexts.ts'
import { checkKey, notifyUncheckedKey, type KeyCheck } from './keyCheck.ts'
import { assertConnection, resolveConnection } from '../../ui/activeConnection.ts'
import { readArguments } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import {
  confirmModal,
  commandAction,
  errorMessage,
  retryLabel,
  showMessage,
  showStatus,
} from '../../ui/messages.ts'

const Arguments = v.object({ connection: v.string(), apiKey: v.optional(v.string()) })

/**
 * Registers Set API Key… and Clear API Key…, for the active connection, or for the connection that the
 * arguments name. The arguments of Set API Key may include the key.
 */
export function registerApiKeyCommands(parts: Parts): void {
  const { commands, connections, apiKeys } = parts
  commands.register(commandIds.setApiKey, async (args: unknown) => {
    const given = readArguments(Arguments, args)
    if (!given && !connections.active && connections.problems.length === 0) {
      // Add Connection also prompts for the key.
      await vscode.commands.executeCommand(commandIds.addConnection)
      return
    }
    const connection = resolveConnection(connections, given?.connection)
    if (isSample(connection)) {
      showMessage('info', vscode.l10n.t('The sample data needs no API key.'))
    } else if (given?.apiKey === undefined) {
      await askAndCheckKey(connection, parts)
    } else {
      await storeGivenKey(connection, given.apiKey, parts)
    }
  })
  commands.register(commandIds.clearApiKey, async (args: unknown) => {
    const given = readArguments(Arguments, args)
    if (!given) assertConnection(connections)
    const connection = resolveConnection(connections, given?.connection)
    // The user is asked because VS Code may have the only copy of the key.
    if ((await apiKeys.hasAny(connection)) && !(await confirmClearing(connection))) return
    // By now, another window may have given the name to another service.
    connections.current(connection)
    await clearKeys(connection, parts)
    showStatus(vscode.l10n.t('API key for “{0}” cleared', displayText(connection.name)))
  })
}

async function clearKeys({ name, origin }: Connection, { apiKeys }: Parts): Promise<void> {
  try {
    await apiKeys.clear(name, origin)
  } catch (error) {
    if (error instanceof ApiError) throw error
    const text = vscode.l10n.t(
      'Couldn’t clear the API key for “{0}”: {1}',
      displayText(name),
      errorMessage(error),
    )
    const args = { connection: name }
    throw new CommandError(text, [commandAction(retryLabel(), commandIds.clearApiKey, args)])
  }
}

/** Prompts for a key, checks it with the service, and stores it. */
async function askAndCheckKey(connection: Connection, parts: Parts): Promise<void> {
  const { connections, serviceFor } = parts
  let check: KeyCheck | undefined
  const isSet = await setApiKey(connection, parts, async (key, signal) => {
    // If the connection’s URL was changed meanwhile, the key isn’t sent to the old URL. Storing the key then reports
    // that.
    if (!connections.isCurrent(connection)) return undefined
    check = await checkKey(serviceFor, connection, key, signal)
    return check.refusal
  })
  if (isSet && check?.failure) notifyUncheckedKey(connection, check.failure)
}

async function storeGivenKey(connection: Connection, apiKey: string, parts: Parts): Promise<void> {
  try {
    await storeApiKey(connection, parts, apiKey)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new CommandError(inputProblemText(error.code as InputProblem))
  }
}

async function confirmClearing(connection: Connection): Promise<boolean> {
  const { name } = connection
  const setKey = vscode.l10n.t('Set API Key')
  return confirmModal(
    vscode.l10n.t('Clear the API key for “{0}”?', displayText(name)),
    vscode.l10n.t(
      'The API key will be removed from VS Code. Nothing changes on {0}.',
      hostOf(connection),
    ),
    vscode.l10n.t('Clear API Key'),
    { defaultAction: commandAction(setKey, commandIds.setApiKey, { connection: name }) },
  )
}
