import * as vscode from 'vscode'
import { parseBaseUrl } from '../../api/baseUrl.ts'
import { clock } from '../../api/clock.ts'
import { parseConnections, type Connection, type Protection } from '../../connections/connection.ts'
import { parseConsoleUrl } from '../../connections/consoleUrl.ts'
import { isSample } from '../../connections/sample.ts'
import type { ConnectionEntry, Connections } from '../../connections/connections.ts'
import type { Parts } from '../../parts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { editConnectionsAction, reasonOf, type Action } from '../../ui/messages.ts'
import { askApiKey } from '../../ui/prompts/apiKey.ts'
import { connectionProblemText, inputProblemText } from '../../ui/problemTexts.ts'
import {
  askText,
  back,
  runSteps,
  skipped,
  type Answer,
  type Step,
} from '../../ui/prompts/quickInput.ts'
import { checkedBy } from '../../ui/prompts/validation.ts'
import { changedMeanwhile } from './changeConnection.ts'
import { createKeyCheck, type KeyCheck } from './keyCheck.ts'
import { askProject } from './project.ts'
import { askProtection } from './protection.ts'

/** The values of a connection’s prompts. Empty texts stand for none. */
export interface ConnectionForm {
  name: string
  baseUrl: string
  /** Empty to keep the stored key of the connection that is edited. */
  apiKey: string
  projectUid: string
  protection: Protection
  consoleUrl: string
}

/** The outcome of the prompts: the form, and the outcome of the check of its key, if there was one. */
export interface FilledForm {
  readonly form: ConnectionForm
  readonly keyCheck: KeyCheck | undefined
}

/**
 * Prompts for a connection, with the values of `form` filled in. For one that is edited, its key may be kept,
 * and there are two more steps. Undefined if canceled; nothing is stored.
 */
export async function askConnection(
  parts: Pick<Parts, 'connections' | 'apiKeys' | 'projects' | 'serviceFor'>,
  form: ConnectionForm,
  edited?: Connection,
): Promise<FilledForm | undefined> {
  const { connections, apiKeys, projects } = parts
  const check = createKeyCheck(parts.serviceFor)
  const title = edited ? vscode.l10n.t('Edit Connection') : vscode.l10n.t('Add Connection')
  const steps: Step[] = [
    async (info) => {
      const answer = await askText(info, {
        prompt: vscode.l10n.t('Enter the base URL of the service’s API'),
        placeholder: 'https://',
        value: form.baseUrl,
        validate: checkedBy(parseBaseUrl),
      })
      if (typeof answer !== 'string') return answer
      // A key that was entered for another origin must not be used for this one.
      if (form.baseUrl && originOf(answer) !== originOf(form.baseUrl)) form.apiKey = ''
      form.baseUrl = answer
      return answer
    },
    async (info) => {
      const answer = await askText(info, {
        prompt: vscode.l10n.t('Enter a name for the connection'),
        placeholder: vscode.l10n.t('For example, production'),
        value: form.name || new URL(form.baseUrl).hostname,
        validate: checkName,
      })
      if (typeof answer === 'string') form.name = answer
      return answer
    },
    async (info) => {
      const connection = connectionOf(form)
      if (isSample(connection)) return skipped
      const hasKey = (await storedKey(connection)) !== undefined
      const answer = await askApiKey(
        info,
        {
          prompt: vscode.l10n.t(
            'Enter your API key. To get one, go to Profile > My API Keys in the management console',
          ),
          placeholder: keyPlaceholder(hasKey),
          value: form.apiKey,
          verify: async (key, signal) => (key ? check.problem(connection, key, signal) : undefined),
        },
        edited !== undefined,
      )
      if (typeof answer === 'string') form.apiKey = answer
      return answer
    },
    async (info) => {
      const connection = connectionOf(form)
      const key = form.apiKey || (await storedKey(connection))
      // Without a key, nothing can be listed.
      const none = Promise.resolve({ value: undefined, at: clock.now() })
      const listing = key ? projects.listWith(connection, key) : none
      const current =
        (edited ?? form.projectUid) ? { uid: form.projectUid || undefined } : undefined
      const answer = await askProject(info, connection, listing, current)
      if (answer !== undefined && answer !== back) form.projectUid = answer.uid ?? ''
      return answer
    },
  ]
  const more: Step[] = [
    async (info) => {
      const answer = await askProtection(
        info,
        edited?.protection ?? form.protection,
        form.protection,
      )
      if (answer !== undefined && answer !== back) form.protection = answer
      return answer
    },
    async (info) => {
      const answer: Answer<string> = await askText(info, {
        prompt: vscode.l10n.t('Enter the URL of the management console'),
        placeholder: vscode.l10n.t('Leave empty for no console URL'),
        value: form.consoleUrl,
        validate: (value) => (value ? checkConsole(value) : undefined),
      })
      if (typeof answer === 'string') form.consoleUrl = answer
      return answer
    },
  ]
  const isComplete = await runSteps(title, edited ? [...steps, ...more] : steps)
  if (!isComplete) return undefined
  return { form, keyCheck: form.apiKey ? check.of(connectionOf(form), form.apiKey) : undefined }

  function checkName(name: string): string | undefined {
    if (name === '') return inputProblemText('empty')
    const isOther = name !== edited?.name && connections.has(name)
    return isOther ? inputProblemText('duplicate') : undefined
  }

  function keyPlaceholder(hasKey: boolean): string {
    if (!edited) return vscode.l10n.t('API key')
    return hasKey
      ? vscode.l10n.t('Leave empty for the stored API key')
      : vscode.l10n.t('Leave empty to set the API key later')
  }

  /** Returns the stored key of the edited connection for this origin: it is never sent to another one. */
  async function storedKey(connection: Connection): Promise<string | undefined> {
    if (isSample(connection)) return apiKeys.get(connection) // it needs none
    return edited && apiKeys.get({ ...edited, origin: connection.origin })
  }
}

/**
 * Writes the entry of a form to the settings. Throws if it isn’t valid; if it can’t be written, for example
 * because of a syntax error in the settings, the error has `retry`, so that the entered values aren’t lost.
 */
export async function saveForm(
  connections: Connections,
  form: ConnectionForm,
  retry: Action,
  write: (entry: ConnectionEntry) => Promise<void>,
): Promise<Connection> {
  const entry = entryOf(form)
  const [problem] = parseConnections([entry]).problems
  if (problem) throw new CommandError(connectionProblemText(problem).why)
  try {
    await write(entry)
  } catch (error) {
    if (error instanceof CommandError) throw error
    const text = vscode.l10n.t('Couldn’t save the connection: {0}', reasonOf(error))
    throw new CommandError(text, [retry, editConnectionsAction()])
  }
  const saved = connections.find(entry.name)
  // Another window, or Settings Sync, may have changed the URL by now, and the entered key is for this one.
  if (saved?.origin !== originOf(entry.baseUrl)) throw changedMeanwhile(entry.name, [retry])
  return saved
}

/** Returns the entry of a form, without empty fields, as a person would write it. */
function entryOf(form: ConnectionForm): ConnectionEntry {
  const { name, baseUrl, projectUid, protection, consoleUrl } = form
  return {
    name: name.trim(),
    baseUrl: baseUrl.trim(),
    ...(projectUid.trim() && { projectUid: projectUid.trim() }),
    ...(consoleUrl.trim() && { consoleUrl: consoleUrl.trim() }),
    ...(protection !== 'none' && { protection }),
  }
}

/** Returns the connection of a form whose steps up to here have been answered. */
function connectionOf(form: ConnectionForm): Connection {
  const [connection] = parseConnections([entryOf(form)]).connections
  if (!connection) throw new Error('The steps before have let something pass')
  return connection
}

const checkConsole = checkedBy(parseConsoleUrl)

function originOf(baseUrl: string): string {
  return parseBaseUrl(baseUrl).origin
}
