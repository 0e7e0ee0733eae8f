import * as v from 'valibot'
import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import {
  ConnectionChangedError,
  hostOf,
  parseConnections,
  protections,
  type Connection,
} from '../../connections/connection.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { readArguments } from '../../ui/arguments.ts'
import { CommandError, toCommandError } from '../../ui/commandErrors.ts'
import {
  editConnectionsAction,
  errorMessage,
  commandAction,
  showMessage,
  retryLabel,
} from '../../ui/messages.ts'
import { connectionProblemText, inputProblemText } from '../../ui/problemTexts.ts'
import { askConnection, hostnameOf, type NewConnection } from './askConnection.ts'
import { tellUnchecked, type KeyCheck } from './keyCheck.ts'

const Arguments = v.object({
  /** By default that of the host. */
  name: v.optional(v.string()),
  baseUrl: v.string(),
  projectUid: v.optional(v.string()),
  protection: v.optional(v.picklist(protections)),
  apiKey: v.optional(v.string()),
})

/** Add Connection…: prompts for the URL and the API key of a service, or takes them as an argument. */
export function registerAddConnection(parts: Parts): void {
  const { commands, connections, apiKeys } = parts
  commands.register(commandIds.addConnection, async (args: unknown) => {
    const given = readArguments(Arguments, args)
    const added = given ? fromArguments(given) : await askConnection(parts)
    if (added) await save(added)
  })

  async function save({ entry, apiKey, keyCheck }: NewConnection): Promise<void> {
    const {
      connections: [connection],
      problems: [problem],
    } = parseConnections([entry])
    if (problem) throw new CommandError(connectionProblemText(problem).why)
    if (!connection) return
    if (connections.has(entry.name)) throw new CommandError(inputProblemText('duplicate'))
    const keyBefore = await apiKeys.get(connection).catch(() => undefined)
    const isAdded = () => connections.find(entry.name)?.origin === connection.origin
    try {
      // The key first: what uses the connection as soon as it is there would ask for it.
      if (apiKey) await apiKeys.set(connection, apiKey)
      await connections.add(entry)
      // Another window, or Settings Sync, may have added another service under this name.
      if (!isAdded()) throw new ConnectionChangedError(connection)
    } catch (error) {
      if (apiKey && !isAdded()) await apiKeys.set(connection, keyBefore).catch(() => undefined)
      if (error instanceof ApiError) throw toCommandError(error, connection)
      // Retry has the key still: it may be impossible to get again.
      const retry = commandAction(retryLabel(), commandIds.addConnection, { ...entry, apiKey })
      const text = vscode.l10n.t('Couldn’t save the connection: {0}', errorMessage(error))
      throw new CommandError(text, [retry, editConnectionsAction()])
    }
    await connections.activate(connection.name)
    await showAdded(connections.find(connection.name) ?? connection, keyCheck)
  }
}

function fromArguments(given: v.InferOutput<typeof Arguments>): NewConnection {
  const { name = '', baseUrl, projectUid = '', protection = 'none', apiKey } = given
  const entry = {
    name: name.trim() || hostnameOf(baseUrl),
    baseUrl: baseUrl.trim(),
    ...(projectUid.trim() && { projectUid: projectUid.trim() }),
    ...(protection !== 'none' && { protection }),
  }
  return { entry, apiKey }
}

/** Reveals the Zones view, and offers the first thing to do there. */
async function showAdded(added: Connection, keyCheck: KeyCheck | undefined): Promise<void> {
  await vscode.commands.executeCommand(`${viewIds.zones}.focus`)
  if (keyCheck?.failure) return tellUnchecked(added, keyCheck.failure)
  const listZones = commandAction(vscode.l10n.t('List Zones'), commandIds.listZones)
  const host = hostOf(added)
  const { isAccepted, organization } = keyCheck ?? {}
  const text = isAccepted
    ? vscode.l10n.t('Connected to {0}', organization ? `${host} (${visible(organization)})` : host)
    : vscode.l10n.t('Connection “{0}” saved', visible(added.name))
  showMessage('info', text, [listZones])
}
