import * as vscode from 'vscode'
import type { ConnectionProblem } from '../connections/connection.ts'
import { visible } from '../texts.ts'

/** What is wrong with a value that was typed or pasted. */
export function inputProblemText(problem: ConnectionProblem['problem']): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Enter a value.')
    case 'dots':
      return vscode.l10n.t('“.” and “..” cannot be names.')
    case 'control':
      return vscode.l10n.t('It has a control character, such as a tab or a line end.')
    case 'malformed':
      return vscode.l10n.t('It is not well-formed text.')
    case 'provider':
      return vscode.l10n.t(
        'Enter one lower-case word, such as aws, or cloudTypes/ and the name of a custom cloud.',
      )
    case 'addressForm':
      return vscode.l10n.t('Enter an address that starts with https://.')
    case 'addressPort':
      return vscode.l10n.t('The port must be a number from 1 to 65535.')
    case 'addressPath':
      return vscode.l10n.t(
        'The path of the URL contains empty segments (//) or dot segments (. or ..).',
      )
    case 'addressInsecure':
      return vscode.l10n.t(
        'The address must start with https://. Only a service on this machine may use http://.',
      )
    case 'addressCredentials':
      return vscode.l10n.t('The address must not carry a user name or password.')
    case 'addressQuery':
      return vscode.l10n.t('The address must not carry a query (?) or a fragment (#).')
    case 'addressCharacter':
      return vscode.l10n.t(
        'The URL contains a character that isn’t allowed, such as a line break, a backslash, or an invisible character.',
      )
    case 'header':
      return vscode.l10n.t(
        'It has characters that cannot be sent. Copy it again, without anything around it.',
      )
    case 'timeout':
      return vscode.l10n.t('The time is out of range.')
    case 'form':
      return vscode.l10n.t('It has not the form that the setting describes.')
    case 'spelling':
      return vscode.l10n.t('The name of this field must be spelled “readOnly”.')
    case 'duplicate':
      return vscode.l10n.t('Another connection has this name.')
  }
}

/** Which entry of the setting is broken, and why. */
export function connectionProblemText(problem: ConnectionProblem): { entry: string; why: string } {
  const { name, position } = problem
  const entry = name === undefined ? vscode.l10n.t('Connection {0}', position) : visible(name)
  const why = inputProblemText(problem.problem)
  return { entry, why: problem.field === 'entry' ? why : `${problem.field}: ${why}` }
}
