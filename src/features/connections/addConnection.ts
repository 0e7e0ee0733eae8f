import * as v from 'valibot'
import * as vscode from 'vscode'
import {
  ConnectionChangedError,
  parseConnections,
  protections,
  type Connection,
  hostOf,
} from '../../connections/connection.ts'
import type { ConnectionEntry } from '../../connections/connections.ts'
import { commandIds, viewIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { readArguments } from '../../ui/arguments.ts'
import { CommandError, toCommandError } from '../../ui/commandErrors.ts'
import {
  editConnectionsAction,
  reasonOf,
  runAction,
  showMessage,
  tryAgain,
} from '../../ui/messages.ts'
import { storeApiKey } from '../../ui/prompts/apiKey.ts'
import { connectionProblemText, inputProblemText } from '../../ui/problemTexts.ts'
import { askConnection, entryOf, type ConnectionForm } from './connectionForm.ts'
import { tellUnchecked, type KeyCheck } from './keyCheck.ts'
import { visible } from '../../texts.ts'

const Arguments = v.object({
  /** By default that of the host. */
  name: v.optional(v.string()),
  baseUrl: v.string(),
  projectUid: v.optional(v.string()),
  protection: v.optional(v.picklist(protections)),
  apiKey: v.optional(v.string()),
  /** True to prompt, with these values filled in. */
  ask: v.optional(v.boolean()),
})

/** Add Connection…: prompts for the URL and the API key of a service, or takes them as an argument. */
export function addConnectionCommands(parts: Parts) {
  const { connections, apiKeys } = parts
  return {
    [commandIds.addConnection]: async (args: unknown) => {
      const given = readArguments(Arguments, args)
      const form = formOf(given)
      const asked = given && !given.ask ? { keyCheck: undefined } : await askConnection(parts, form)
      if (asked) await save(form, asked.keyCheck)
    },
  }

  async function save(form: ConnectionForm, keyCheck: KeyCheck | undefined): Promise<void> {
    const entry = entryOf(form)
    const {
      connections: [connection],
      problems: [problem],
    } = parseConnections([entry])
    if (problem) throw new CommandError(connectionProblemText(problem).why)
    if (!connection) return
    // The prompts again, with what was entered.
    const retryAsking = retry({ ...form, ask: true })
    if (connections.has(entry.name))
      throw new CommandError(inputProblemText('duplicate'), [retryAsking])
    // The key first: what uses the connection as soon as it is there would ask for it.
    let notStored: Error | undefined
    const keyBefore = await apiKeys.get(connection).catch(() => undefined)
    if (form.apiKey) {
      await storeApiKey(connection, parts, form.apiKey).catch((error: Error) => {
        notStored = error
      })
    }
    const isAdded = () => connections.find(entry.name)?.origin === connection.origin
    try {
      await write(entry, form)
      // Another window, or Settings Sync, may have added another service under this name.
      if (!isAdded()) {
        throw toCommandError(new ConnectionChangedError(connection), connection, retryAsking)
      }
    } catch (error) {
      // The actions of the error have the key. What keeps secret storage from this is no news beside it.
      const isLeft = form.apiKey !== '' && !notStored && !isAdded()
      if (isLeft) await apiKeys.set(connection, keyBefore).catch(() => undefined)
      throw error
    }
    const added = connections.find(entry.name) ?? connection
    await connections.activate(added.name)
    await showAdded(added, keyCheck, notStored)
  }

  async function write(entry: ConnectionEntry, form: ConnectionForm): Promise<void> {
    try {
      await connections.add(entry)
    } catch (error) {
      const text = vscode.l10n.t('Couldn’t save the connection: {0}', reasonOf(error))
      throw new CommandError(text, [retry(form), editConnectionsAction()])
    }
  }
}

/** Reveals the Zones view, and offers the first thing to do there. */
async function showAdded(
  added: Connection,
  keyCheck: KeyCheck | undefined,
  notStored: Error | undefined,
): Promise<void> {
  await vscode.commands.executeCommand(`${viewIds.zones}.focus`)
  if (notStored) throw notStored
  if (keyCheck?.failure) return tellUnchecked(added, keyCheck.failure)
  const listZones = runAction(vscode.l10n.t('List Zones'), commandIds.listZones)
  showMessage('info', connectedText(added, keyCheck), [listZones])
}

function retry(args: v.InferOutput<typeof Arguments>) {
  return runAction(tryAgain(), commandIds.addConnection, args)
}

function formOf(given?: v.InferOutput<typeof Arguments>): ConnectionForm {
  const { name = '', baseUrl = '', apiKey = '', projectUid = '' } = given ?? {}
  return { name: name.trim(), baseUrl, apiKey, projectUid, protection: given?.protection ?? 'none' }
}

/** Returns the text for a connection that was added, after the check of its key. */
function connectedText(connection: Connection, check: KeyCheck | undefined): string {
  const host = hostOf(connection)
  const { isAccepted, organization } = check ?? {}
  return isAccepted
    ? vscode.l10n.t('Connected to {0}', organization ? `${host} (${visible(organization)})` : host)
    : vscode.l10n.t('Connection “{0}” saved', visible(connection.name))
}
