import * as v from 'valibot'
import { parseConnections, protections } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { readArguments } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { runAction, showStatus, tryAgain } from '../../ui/messages.ts'
import { storeApiKey } from '../../ui/prompts/apiKey.ts'
import { inputProblemText } from '../../ui/problemTexts.ts'
import { askConnection, saveForm, type ConnectionForm, type FilledForm } from './connectionForm.ts'
import { connectedText } from './keyCheck.ts'

const Arguments = v.object({
  name: v.string(),
  baseUrl: v.string(),
  projectUid: v.optional(v.string()),
  protection: v.optional(v.picklist(protections)),
  /** Earlier versions’ field for the protection `readOnly`. */
  readOnly: v.optional(v.boolean()),
  apiKey: v.optional(v.string()),
  /** True to prompt, with these values filled in. */
  ask: v.optional(v.boolean()),
})

/** Add Connection…: prompts for URL, name, API key, and project, or takes them as an argument. */
export function addConnectionCommands(parts: Parts) {
  const { connections, apiKeys } = parts
  return {
    [commandIds.addConnection]: async (args: unknown) => {
      const given = readArguments(Arguments, args)
      const filled =
        given && !given.ask
          ? { form: formOf(given), keyCheck: undefined }
          : await askConnection(parts, formOf(given))
      if (filled) await save(filled)
    },
  }

  async function save({ form, keyCheck }: FilledForm): Promise<void> {
    const { apiKey, ...others } = form
    const args = { ...others, ...(apiKey && { apiKey }) }
    const retry = runAction(tryAgain(), commandIds.addConnection, args)
    let notStored: Error | undefined
    const added = await saveForm(connections, form, retry, async (entry) => {
      if (connections.has(entry.name)) throw new CommandError(inputProblemText('duplicate'))
      // The key first: what uses the connection as soon as it is there would ask for it.
      if (apiKey) {
        const [connection] = parseConnections([entry]).connections
        await storeApiKey(connection!, apiKeys, apiKey).catch((error: Error) => {
          notStored = error
        })
      }
      await connections.add(entry)
    })
    await connections.activate(added.name)
    if (notStored) throw notStored
    showStatus(connectedText(added, keyCheck))
  }
}

function formOf(given?: v.InferOutput<typeof Arguments>): ConnectionForm {
  return {
    name: given?.name ?? '',
    baseUrl: given?.baseUrl ?? '',
    apiKey: given?.apiKey ?? '',
    projectUid: given?.projectUid ?? '',
    protection: given?.readOnly ? 'readOnly' : (given?.protection ?? 'none'),
    consoleUrl: '',
  }
}
