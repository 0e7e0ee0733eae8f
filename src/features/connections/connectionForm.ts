import * as vscode from 'vscode'
import { parseBaseUrl } from '../../api/baseUrl.ts'
import { withTimeout } from '../../api/deadline.ts'
import {
  hostOf,
  parseConnections,
  type Connection,
  type Protection,
} from '../../connections/connection.ts'
import type { ConnectionEntry } from '../../connections/connections.ts'
import { isSample } from '../../connections/sample.ts'
import type { ProjectList } from '../../inventory/projects.ts'
import type { Result } from '../../inventory/results.ts'
import type { Parts } from '../../parts.ts'
import { askApiKey } from '../../ui/prompts/apiKey.ts'
import { inputProblemText } from '../../ui/problemTexts.ts'
import { askText } from '../../ui/prompts/quickInput.ts'
import { checkedBy } from '../../ui/prompts/validation.ts'
import { checkKey, type KeyCheck } from './keyCheck.ts'
import { askProject } from './askProject.ts'

/** The maximum time to wait for the projects of a new connection, in milliseconds. */
const projectsTimeoutMs = 5_000

/** The values of a new connection. Empty texts stand for none. */
export interface ConnectionForm {
  name: string
  baseUrl: string
  apiKey: string
  projectUid: string
  protection: Protection
}

/**
 * Prompts for the service URL and the API key of a connection, and fills in the form. Its name is that of the host;
 * it is asked for only if it is taken, and the project only if the service lists several. Resolves to the outcome of
 * the key’s check; undefined if canceled.
 */
export async function askConnection(
  { connections, projects, serviceFor }: Pick<Parts, 'connections' | 'projects' | 'serviceFor'>,
  form: ConnectionForm,
): Promise<{ keyCheck: KeyCheck | undefined } | undefined> {
  const title = vscode.l10n.t('Add Connection')
  let keyCheck: KeyCheck | undefined
  /** The projects that the entered key lists, if there are several. */
  let severalProjects: Result<ProjectList> | undefined
  if (!(await askUrl()) || !(await askNameIfTaken())) return undefined
  if (isSample(connectionOf(form))) return { keyCheck }
  return (await askKey()) && (await askIfSeveral()) ? { keyCheck } : undefined

  /** Resolves to false if canceled, as the others do. */
  async function askUrl(): Promise<boolean> {
    const answer = await askText(title, {
      prompt: vscode.l10n.t('Enter the base URL of the service’s API'),
      placeholder: 'https://',
      value: form.baseUrl,
      validate: (text) => checkUrl(withScheme(text)),
    })
    if (answer === undefined) return false
    const baseUrl = withScheme(answer)
    // What was entered for another service must not be used for this one.
    if (form.baseUrl && originOf(baseUrl) !== originOf(withScheme(form.baseUrl))) {
      form.apiKey = ''
      form.projectUid = ''
      // A name that nobody typed is that of the host, whichever it is.
      if (form.name === hostnameOf(form.baseUrl)) form.name = ''
    }
    form.baseUrl = baseUrl
    return true
  }

  async function askNameIfTaken(): Promise<boolean> {
    const name = form.name || hostnameOf(form.baseUrl)
    const answer = connections.has(name)
      ? await askText(title, {
          prompt: vscode.l10n.t('Enter a name for the connection'),
          placeholder: vscode.l10n.t('For example, production'),
          value: name,
          validate: checkName,
        })
      : name
    if (answer !== undefined) form.name = answer
    return answer !== undefined
  }

  function checkName(name: string): string | undefined {
    if (name === '') return inputProblemText('empty')
    return connections.has(name) ? inputProblemText('duplicate') : undefined
  }

  async function askKey(): Promise<boolean> {
    const connection = connectionOf(form)
    const answer = await askApiKey(title, {
      prompt: vscode.l10n.t(
        'Enter the API key for {0}. To get one, go to Profile > My API Keys in the management console',
        hostOf(connection),
      ),
      value: form.apiKey,
      verify: async (key, signal) => {
        severalProjects = undefined
        keyCheck = await checkKey(serviceFor, connection, key, signal)
        const { isAccepted, refusal } = keyCheck
        if (isAccepted) severalProjects = await listSeveral(connection, key, signal)
        return refusal
      },
    })
    if (answer !== undefined) form.apiKey = answer
    return answer !== undefined
  }

  /** Lists the projects; undefined if there is nothing to select, or nobody knows. */
  async function listSeveral(
    connection: Connection,
    key: string,
    signal: AbortSignal,
  ): Promise<Result<ProjectList> | undefined> {
    const listing = await withTimeout(projectsTimeoutMs, signal, () =>
      projects.listWith(connection, key),
    ).catch(() => undefined)
    const isSeveral = listing && 'value' in listing && (listing.value?.length ?? 0) > 1
    return isSeveral ? listing : undefined
  }

  async function askIfSeveral(): Promise<boolean> {
    if (!severalProjects || form.projectUid) return true
    const listed = Promise.resolve(severalProjects)
    const answer = await askProject(title, connectionOf(form), () => listed)
    if (answer) form.projectUid = answer.uid ?? ''
    return answer !== undefined
  }
}

/** Returns the entry of a form, without empty fields, as a person would write it. */
export function entryOf(form: ConnectionForm): ConnectionEntry {
  const { name, baseUrl, projectUid, protection } = form
  return {
    name: name.trim() || hostnameOf(baseUrl),
    baseUrl: baseUrl.trim(),
    ...(projectUid.trim() && { projectUid: projectUid.trim() }),
    ...(protection !== 'none' && { protection }),
  }
}

/** Returns the connection of a form whose prompts up to here have been answered. */
function connectionOf(form: ConnectionForm): Connection {
  const [connection] = parseConnections([entryOf(form)]).connections
  if (!connection) throw new Error('The prompts before have let something pass')
  return connection
}

const checkUrl = checkedBy(parseBaseUrl)

/** Completes a host that was entered without a scheme. */
function withScheme(text: string): string {
  return text === '' || /^https?:|:\/\//i.test(text) ? text : `https://${text}`
}

/** Returns the host’s name; of an invalid URL itself, whose problem is reported then. */
function hostnameOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : baseUrl
}

/** Undefined for an invalid URL, which an argument may have. */
function originOf(baseUrl: string): string | undefined {
  return checkUrl(baseUrl) === undefined ? parseBaseUrl(baseUrl).origin : undefined
}
