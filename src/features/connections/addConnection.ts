import * as v from 'valibot'
import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import { settlesWithin } from '../../api/settlesWithin.ts'
import {
  ConnectionChangedError,
  hostOf,
  parseConnections,
  deletionModes,
  type Connection,
} from '../../connections/connection.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import type { ConnectionEntry, Connections } from '../../connections/connections.ts'
import type { Parts } from '../../parts.ts'
import { labeledValue, displayText } from '../../displayTexts.ts'
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
import { notifyUncheckedKey, type KeyCheck } from './keyCheck.ts'

const Arguments = v.object({
  /** The name of the connection; by default, the name of the host. */
  name: v.optional(v.string()),
  baseUrl: v.string(),
  projectUid: v.optional(v.string()),
  deletion: v.optional(v.picklist(deletionModes)),
  apiKey: v.optional(v.string()),
})

/** How long a new connection’s first row may take to get the focus, in milliseconds. */
const maxFocusDelayMs = 1_000

/** Add Connection…: prompts for the URL and the API key of a service, or takes them as an argument. */
export function registerAddConnection(parts: Parts): void {
  parts.commands.register(commandIds.addConnection, async (args: unknown) => {
    const given = readArguments(Arguments, args)
    assertWritableSetting(parts.connections)
    const added = given ? newConnection(given) : await askConnection(parts)
    if (added) await addAndShow(added, parts)
  })
}

/** Throws if the setting can’t take another connection. It is checked before the prompts, so that no input is lost. */
function assertWritableSetting({ isReadable, problems }: Connections): void {
  const [problem] = problems
  if (isReadable || !problem) return
  const { entry, reason } = connectionProblemText(problem)
  throw new CommandError(labeledValue(entry, reason), [editConnectionsAction()])
}

function newConnection(given: v.InferOutput<typeof Arguments>): NewConnection {
  const { name = '', baseUrl, projectUid = '', deletion = 'confirm', apiKey } = given
  let entry: ConnectionEntry = {
    name: name.trim() || hostnameOf(baseUrl),
    baseUrl: baseUrl.trim(),
  }
  if (projectUid.trim() !== '') entry = { ...entry, projectUid: projectUid.trim() }
  if (deletion !== 'confirm') entry = { ...entry, deletion }
  return { entry, apiKey }
}

async function addAndShow(added: NewConnection, parts: Parts): Promise<void> {
  const { connections } = parts
  const { entry, keyCheck } = added
  const parsed = parseConnections([entry])
  const [problem] = parsed.problems
  if (problem) throw new CommandError(connectionProblemText(problem).reason)
  const [connection] = parsed.connections
  if (!connection) return
  if (connections.has(entry.name)) throw new CommandError(inputProblemText('duplicate'))
  await save(connection, added, parts)
  await connections.activate(connection.name)
  await showAdded(connections.find(connection.name) ?? connection, keyCheck, parts)
}

/** Saves a connection with its key. If the setting can’t be written, the key is as before. */
async function save(
  connection: Connection,
  { entry, apiKey }: NewConnection,
  { connections, apiKeys }: Parts,
): Promise<void> {
  const keyBefore = await apiKeys.get(connection).catch(() => undefined)
  const isAdded = () => connections.find(entry.name)?.origin === connection.origin
  try {
    // The key is stored first: as soon as the setting has the connection, the views ask for its key.
    if (apiKey) await apiKeys.set(connection, apiKey)
    await connections.add(entry)
    // Another window, or Settings Sync, may have added another service under this name.
    if (!isAdded()) throw new ConnectionChangedError(connection)
  } catch (error) {
    if (apiKey && !isAdded()) await apiKeys.set(connection, keyBefore).catch(() => undefined)
    if (error instanceof ApiError) throw toCommandError(error, connection)
    // The Retry button passes the key on, because the user may be unable to get the key a second time.
    const retry = commandAction(retryLabel(), commandIds.addConnection, { ...entry, apiKey })
    const text = vscode.l10n.t('Couldn’t save the connection: {0}', errorMessage(error))
    throw new CommandError(text, [retry, editConnectionsAction()])
  }
}

/**
 * Reveals the Zones view, and offers the first thing to do there. Moves the focus to the view’s first row: it may have
 * been on a button of the welcome view, which is gone.
 */
async function showAdded(
  added: Connection,
  keyCheck: KeyCheck | undefined,
  { clouds }: Parts,
): Promise<void> {
  await vscode.commands.executeCommand(`${viewIds.zones}.focus`)
  if (keyCheck?.failure) notifyUncheckedKey(added, keyCheck.failure)
  else {
    const listZones = commandAction(vscode.l10n.t('List Zones'), commandIds.listZones)
    showMessage('info', addedText(added, keyCheck), [listZones])
  }
  // If the list of accounts takes longer, the first row says that it is loading, or why it couldn’t be loaded.
  await settlesWithin(maxFocusDelayMs, clouds.accounts.get(added))
  const firstRow = { connection: added.name, firstRowOf: 'zones' }
  await vscode.commands.executeCommand(commandIds.revealInView, firstRow)
}

function addedText(added: Connection, keyCheck: KeyCheck | undefined): string {
  if (!keyCheck?.isAccepted) return vscode.l10n.t('Connection “{0}” saved', displayText(added.name))
  const { organization } = keyCheck
  const host = hostOf(added)
  const service = organization ? `${host} (${displayText(organization)})` : host
  return vscode.l10n.t('Connected to {0}', service)
}
