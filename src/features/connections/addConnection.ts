import * as v from 'valibot'
import * as vscode from 'vscode'
import { parseBaseUrl } from '../../api/baseUrl.ts'
import { parseConnections } from '../../connections/connection.ts'
import type { ConnectionEntry, Connections } from '../../connections/connections.ts'
import { commandIds } from '../../contributions.ts'
import type { Projects } from '../../inventory/projects.ts'
import type { Parts } from '../../parts.ts'
import { askApiKey } from '../../ui/prompts/apiKey.ts'
import { askProject } from './project.ts'
import { askText, back, runSteps } from '../../ui/prompts/quickInput.ts'
import { checkedBy } from '../../ui/prompts/validation.ts'
import { connectionProblemText, inputProblemText } from '../../ui/problemTexts.ts'
import { readArguments } from '../../ui/arguments.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { editConnectionsAction, reasonOf, runAction, tryAgain } from '../../ui/messages.ts'

const Arguments = v.object({
  name: v.string(),
  baseUrl: v.string(),
  projectUid: v.optional(v.string()),
  readOnly: v.optional(v.boolean()),
  apiKey: v.optional(v.string()),
})
type NewConnection = v.InferOutput<typeof Arguments>

/** Add Connection…: prompts for URL, name, API key, and project, or takes them as an argument. */
export function addConnectionCommands({ connections, apiKeys, projects }: Parts) {
  return {
    [commandIds.addConnection]: async (args: unknown) => {
      const given = readArguments(Arguments, args) ?? (await askConnection(connections, projects))
      if (given) await save(given)
    },
  }

  async function save({ apiKey, ...given }: NewConnection): Promise<void> {
    const entry = entryOf(given)
    const [problem] = parseConnections([entry]).problems
    if (problem) throw new CommandError(connectionProblemText(problem).why)
    if (connections.has(entry.name)) throw new CommandError(inputProblemText('duplicate'))
    try {
      await connections.add(entry)
    } catch (error) {
      // For example, a syntax error in the settings. The entered values must not be lost.
      throw new CommandError(vscode.l10n.t('Couldn’t save the connection: {0}', reasonOf(error)), [
        runAction(tryAgain(), commandIds.addConnection, { ...given, apiKey }),
        editConnectionsAction(),
      ])
    }
    const added = connections.find(entry.name)
    if (!added) throw new Error('The settings did not take the connection')
    if (apiKey !== undefined) await apiKeys.set(added, apiKey)
    await connections.activate(added.name)
  }
}

/** Leaves out empty fields, as a person would. */
function entryOf({ name, baseUrl, projectUid, readOnly }: NewConnection): ConnectionEntry {
  return {
    name: name.trim(),
    baseUrl: baseUrl.trim(),
    ...(projectUid?.trim() && { projectUid: projectUid.trim() }),
    ...(readOnly !== undefined && { readOnly }),
  }
}

async function askConnection(
  connections: Connections,
  projects: Projects,
): Promise<NewConnection | undefined> {
  const given = { baseUrl: '', name: '', apiKey: '', projectUid: '' }
  const checkName = (name: string) => {
    if (name === '') return inputProblemText('empty')
    return connections.has(name) ? inputProblemText('duplicate') : undefined
  }
  const isComplete = await runSteps(vscode.l10n.t('Add Connection'), [
    async (info) => {
      const answer = await askText(info, {
        prompt: vscode.l10n.t('Enter the base URL of the service’s API'),
        placeholder: 'https://',
        value: given.baseUrl,
        validate: checkedBy(parseBaseUrl),
      })
      if (typeof answer !== 'string') return answer
      // A key that was entered for another origin must not be used for this one.
      if (given.baseUrl && parseBaseUrl(answer).origin !== parseBaseUrl(given.baseUrl).origin) {
        given.apiKey = ''
      }
      given.baseUrl = answer
      return answer
    },
    async (info) => {
      const answer = await askText(info, {
        prompt: vscode.l10n.t('Enter a name for the connection'),
        value: given.name || new URL(given.baseUrl).hostname,
        validate: checkName,
      })
      if (typeof answer === 'string') given.name = answer
      return answer
    },
    async (info) => {
      const prompt = vscode.l10n.t(
        'Enter your API key. To get one, go to Profile > My API Keys in the management console',
      )
      const answer = await askApiKey(info, prompt, given.apiKey)
      if (typeof answer === 'string') given.apiKey = answer
      return answer
    },
    async (info) => {
      const [connection] = parseConnections([entryOf(given)]).connections
      if (!connection) throw new Error('The steps before have let something pass')
      const listing = projects.listWith(connection, given.apiKey)
      const answer = await askProject(info, connection, listing)
      if (answer !== undefined && answer !== back) given.projectUid = answer.uid ?? ''
      return answer
    },
  ])
  return isComplete ? given : undefined
}
