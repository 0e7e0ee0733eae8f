import * as vscode from 'vscode'
import { ApiError } from '../../api/errors.ts'
import { parseHeaderValue } from '../../api/requests.ts'
import type { ApiKeys, KeyState } from '../../connections/apiKeys.ts'
import { hostOf, type Connection } from '../../connections/connection.ts'
import type { Connections } from '../../connections/connections.ts'
import { displayText } from '../../displayTexts.ts'
import { CommandError, toCommandError } from '../commandErrors.ts'
import { errorMessage, showMessage, retryLabel } from '../messages.ts'
import { askText } from './quickInput.ts'
import { validatorFrom } from './validation.ts'

/** Validates an API key. The message doesn’t repeat the key. */
const checkApiKey = validatorFrom((value) => parseHeaderValue('apiKey', value))

/** Checks an API key against the service. Resolves to the message why the key can’t be used. */
type Verify = Parameters<typeof askText>[1]['verify']

interface KeyParts {
  readonly apiKeys: ApiKeys
  readonly connections: Connections
}

/** Prompts for the API key of a connection, and says why it has none. Undefined if canceled. */
export async function askApiKey(
  title: string,
  connection: Connection,
  verify: Verify,
  state: KeyState = 'noKey',
): Promise<string | undefined> {
  return askText(title, {
    prompt: promptText(hostOf(connection), state),
    placeholder: vscode.l10n.t('API key'),
    password: true,
    validate: checkApiKey,
    verify,
  })
}

function promptText(host: string, state: KeyState): string {
  switch (state) {
    case 'hostChanged':
      return vscode.l10n.t(
        'The connection’s URL has changed since its API key was set. Enter the API key for {0}',
        host,
      )
    case 'lost':
      return vscode.l10n.t('VS Code no longer has the API key. Enter the API key for {0}', host)
    case 'noKey':
    case 'ready':
      return vscode.l10n.t(
        'Enter the API key for {0}. To get one, go to Profile > My API Keys in the management console',
        host,
      )
  }
}

/** Prompts for the API key of a connection and stores the key. Resolves to false if canceled. */
export async function setApiKey(
  connection: Connection,
  parts: KeyParts,
  verify?: Verify,
): Promise<boolean> {
  const title = vscode.l10n.t('Set API Key for “{0}”', displayText(connection.name))
  const state = await parts.apiKeys.stateOf(connection)
  const apiKey = await askApiKey(title, connection, verify, state)
  if (apiKey === undefined) return false
  // If the user has removed the connection meanwhile, this throws: nothing would ever delete the stored key.
  await storeApiKey(parts.connections.current(connection), parts, apiKey)
  return true
}

/**
 * Stores an API key. If secret storage fails, the message’s Retry button stores the same key again: the user may be
 * unable to get the key a second time.
 */
export async function storeApiKey(
  connection: Connection,
  parts: KeyParts,
  apiKey: string,
): Promise<void> {
  try {
    await parts.apiKeys.set(connection, apiKey)
  } catch (error) {
    if (error instanceof ApiError) throw error
    const run = () => retryStoring(connection, parts, apiKey)
    const text = vscode.l10n.t('Couldn’t save the API key: {0}', errorMessage(error))
    throw new CommandError(text, [{ title: retryLabel(), run }])
  }
}

/**
 * Stores an API key, and shows an error itself: this runs from a message’s button, whose errors VS Code doesn’t show.
 */
async function retryStoring(
  connection: Connection,
  parts: KeyParts,
  apiKey: string,
): Promise<void> {
  try {
    await storeApiKey(parts.connections.current(connection), parts, apiKey)
  } catch (error) {
    const shown = toCommandError(error, connection)
    const actions = shown instanceof CommandError ? shown.actions : []
    showMessage('error', errorMessage(shown), actions)
  }
}

/** Prompts for the API key if a connection has none. Resolves to false if canceled. */
export async function ensureApiKey(connection: Connection, parts: KeyParts): Promise<boolean> {
  const apiKey = await parts.apiKeys.get(connection)
  return apiKey !== undefined || setApiKey(connection, parts)
}
