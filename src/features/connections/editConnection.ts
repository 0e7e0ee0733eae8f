import * as v from 'valibot'
import * as vscode from 'vscode'
import { protections, type Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { connectionFor, requireConnection } from '../../ui/activeConnection.ts'
import { isTreeNode, readArguments } from '../../ui/arguments.ts'
import { runAction, showStatus, tryAgain } from '../../ui/messages.ts'
import { storeApiKey } from '../../ui/prompts/apiKey.ts'
import { chooseConnection } from './chooseConnection.ts'
import { assertUnchanged, changeConnection } from './changeConnection.ts'
import { askConnection, saveForm, type ConnectionForm, type FilledForm } from './connectionForm.ts'
import { connectedText } from './keyCheck.ts'

const Arguments = v.object({
  connection: v.string(),
  /** The values to fill in; by default those of the connection. */
  form: v.optional(
    v.object({
      name: v.string(),
      baseUrl: v.string(),
      apiKey: v.string(),
      projectUid: v.string(),
      /** By default that of the connection, which may have changed since the prompts. */
      protection: v.exactOptional(v.picklist(protections)),
      consoleUrl: v.string(),
    }),
  ),
})

/** Edit Connection…: the prompts of Add Connection… with the values of a connection, and two more. */
export function editConnectionCommands(parts: Parts) {
  const { connections, apiKeys } = parts
  return {
    [commandIds.editConnection]: async (args: unknown) => {
      const given = readArguments(Arguments, args)
      const chosen =
        given || isTreeNode(args) ? connectionFor(connections, given?.connection) : await choose()
      const edited = chosen && connections.inSetting(chosen.name)
      if (!edited) return
      const filled = await askConnection(parts, { ...formOf(edited), ...given?.form }, edited)
      if (filled) await save(edited, filled)
    },
  }

  async function choose(): Promise<Connection | undefined> {
    const active = requireConnection(connections)
    if (connections.all.length === 1) return active
    return chooseConnection(connections, vscode.l10n.t('Edit Connection'))
  }

  async function save(edited: Connection, { form, keyCheck }: FilledForm): Promise<void> {
    // Without a protection that wasn’t changed: it may be stronger at the retry.
    const { protection, ...others } = form
    const isOther = protection !== edited.protection
    const retry = runAction(tryAgain(), commandIds.editConnection, {
      connection: edited.name,
      form: { ...others, ...(isOther && { protection }) },
    })
    const changed = await saveForm(connections, form, retry, async (entry) => {
      assertUnchanged(connections, edited, retry) // the prompts may have been open for an hour
      await changeConnection(parts, edited, entry)
    })
    if (form.apiKey) await storeApiKey(changed, apiKeys, form.apiKey)
    showStatus(connectedText(changed, keyCheck))
  }
}

function formOf(connection: Connection): ConnectionForm {
  const { name, baseUrl, projectUid = '', protection, consoleUrl = '' } = connection
  return { name, baseUrl, apiKey: '', projectUid, protection, consoleUrl }
}
