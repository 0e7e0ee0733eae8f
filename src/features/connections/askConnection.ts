import * as vscode from 'vscode'
import { parseBaseUrl } from '../../api/baseUrl.ts'
import { withTimeout } from '../../api/deadline.ts'
import { parseConnections, type Connection } from '../../connections/connection.ts'
import type { ConnectionEntry, Connections } from '../../connections/connections.ts'
import { isSample } from '../../connections/sample.ts'
import type { ProjectList } from '../../clusters/projects.ts'
import { valueOf, type Result } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'
import { askApiKey } from '../../ui/prompts/apiKey.ts'
import { inputProblemText } from '../../ui/problemTexts.ts'
import { askText, choose } from '../../ui/prompts/quickInput.ts'
import { validatorFrom } from '../../ui/prompts/validation.ts'
import { checkKey, type KeyCheck } from './keyCheck.ts'
import { askProject } from './askProject.ts'

/** The maximum time to wait for the projects of a new connection, in milliseconds. */
const projectsTimeoutMs = 5_000

/** A connection to add. */
export interface NewConnection {
  readonly entry: ConnectionEntry
  readonly apiKey?: string | undefined
  readonly keyCheck?: KeyCheck | undefined
}

type AskParts = Pick<Parts, 'connections' | 'projects' | 'serviceFor'>

/**
 * Prompts for the service URL and the API key of a connection. Its name is that of the host: the name is asked
 * for only if another connection has it, and the project only if the service lists several. Undefined if canceled.
 */
export async function askConnection(parts: AskParts): Promise<NewConnection | undefined> {
  const title = vscode.l10n.t('Add Connection')
  const url = await askText(title, {
    prompt: vscode.l10n.t('Enter the URL of the service’s API'),
    placeholder: 'https://',
    validate: validatorFrom((text) => parseBaseUrl(withScheme(text))),
  })
  if (url === undefined) return undefined
  const baseUrl = withScheme(url)
  const name = await askNameIfTaken(title, hostnameOf(baseUrl), parts.connections)
  if (name === undefined) return undefined
  const entry = { name, baseUrl }
  const [connection] = parseConnections([entry]).connections
  if (!connection) throw new Error('The prompts have accepted an invalid connection')
  if (isSample(connection)) return { entry }
  const checkedKey = await askKey(title, connection, parts)
  if (!checkedKey) return undefined
  const { apiKey, checks } = checkedKey
  const check = await selectCheck(title, checks)
  if (!check) return undefined
  const { keyCheck, projects } = check
  const added = { ...entry, baseUrl: check.connection.baseUrl }
  if (!projects) return { entry: added, apiKey, keyCheck }
  const project = await askProject(title, check.connection, () => Promise.resolve(projects))
  if (!project) return undefined
  const { uid: projectUid } = project
  return { entry: projectUid === undefined ? added : { ...added, projectUid }, apiKey, keyCheck }
}

async function askNameIfTaken(
  title: string,
  name: string,
  connections: Connections,
): Promise<string | undefined> {
  if (!connections.has(name)) return name
  return askText(title, {
    prompt: vscode.l10n.t('Enter a name for the connection'),
    placeholder: 'production',
    value: name,
    validate: (text) => {
      if (text === '') return inputProblemText('empty')
      return connections.has(text) ? inputProblemText('duplicate') : undefined
    },
  })
}

/** A key that was entered, and its checks: at the entered URL, and at another one that may be meant. */
interface CheckedKey {
  readonly apiKey: string
  readonly checks: readonly UrlCheck[]
}

/** A check of a key at a URL. */
interface UrlCheck {
  readonly connection: Connection
  readonly keyCheck: KeyCheck
  /** The projects that the key can list, if there are several. */
  readonly projects: Result<ProjectList> | undefined
}

/** Prompts for the key, and checks it. Undefined if canceled. */
async function askKey(
  title: string,
  connection: Connection,
  parts: AskParts,
): Promise<CheckedKey | undefined> {
  let checks: readonly UrlCheck[] = []
  const apiKey = await askApiKey(title, connection, async (key, signal) => {
    checks = await checkUrls(connection, key, parts, signal)
    return checks[0]?.keyCheck.refusal
  })
  return apiKey === undefined ? undefined : { apiKey, checks }
}

/**
 * Checks a key at a URL. If a web page comes back, people may have entered the URL of a page of the management console,
 * so the key is also checked at its origin. If the service responds there, that check is the first one.
 */
async function checkUrls(
  connection: Connection,
  key: string,
  parts: AskParts,
  signal: AbortSignal,
): Promise<readonly UrlCheck[]> {
  const check = await checkUrl(connection, key, parts, signal)
  const atOrigin = { ...connection, baseUrl: connection.origin }
  if (!check.keyCheck.isPage || atOrigin.baseUrl === connection.baseUrl) return [check]
  const originCheck = await checkUrl(atOrigin, key, parts, signal)
  const { isAccepted, refusal } = originCheck.keyCheck
  return isAccepted || refusal !== undefined ? [originCheck, check] : [check]
}

async function checkUrl(
  connection: Connection,
  key: string,
  { projects, serviceFor }: AskParts,
  signal: AbortSignal,
): Promise<UrlCheck> {
  const keyCheck = await checkKey(serviceFor, connection, key, signal)
  if (!keyCheck.isAccepted) return { connection, keyCheck, projects: undefined }
  const list = () => projects.listWithNewKey(connection, key)
  const listed = await withTimeout(projectsTimeoutMs, signal, list).catch(() => undefined)
  const { items = [], unreadable = 0 } = valueOf(listed) ?? {}
  const hasSeveral = items.length + unreadable > 1
  return { connection, keyCheck, projects: hasSeveral ? listed : undefined }
}

/** Returns the only check; of several, prompts for the URL to use. Undefined if canceled. */
async function selectCheck(
  title: string,
  checks: readonly UrlCheck[],
): Promise<UrlCheck | undefined> {
  if (checks.length < 2) return checks[0]
  return choose<UrlCheck>(title, {
    placeholder: vscode.l10n.t('Select the URL of the service’s API'),
    choices: checks.map((check) => ({
      label: check.connection.baseUrl,
      description: check.keyCheck.isPage ? vscode.l10n.t('returned a web page') : undefined,
      value: check,
    })),
  })
}

/** Adds `https://` to a host that was entered without a scheme. */
function withScheme(text: string): string {
  return text === '' || /^https?:|:\/\//i.test(text) ? text : `https://${text}`
}

/** Returns the name of a URL’s host. An invalid URL is returned as it is, because its validation follows later. */
export function hostnameOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : baseUrl
}
