import * as vscode from 'vscode'
import type { ConnectionProblem } from '../connections/connection.ts'
import { noListText } from '../connections/connections.ts'
import { settingIds } from '../contributions.ts'
import { displayText } from '../displayTexts.ts'

export function inputProblemText(problem: ConnectionProblem['problem']): string {
  const unsendable = vscode.l10n.t(
    'The value contains characters that can’t be sent. Copy it again without any surrounding text.',
  )
  const insecureText = vscode.l10n.t(
    'The URL must start with https://. Only services on this computer can use http://.',
  )
  const extraPartsText = vscode.l10n.t(
    'The URL can’t contain a user name, a password, a query (?), or a fragment (#).',
  )
  const texts: Record<ConnectionProblem['problem'], string> = {
    empty: vscode.l10n.t('Enter a value.'),
    dots: vscode.l10n.t('“.” and “..” aren’t valid names.'),
    control: vscode.l10n.t('Control characters, such as tabs and line breaks, aren’t allowed.'),
    malformed: unsendable,
    provider: vscode.l10n.t(
      'Enter a provider as the service’s API spells it, such as aws or cloudTypes/acme.',
    ),
    addressForm: insecureText,
    addressPort: vscode.l10n.t('The port must be a number from 1 to 65535.'),
    addressPath: vscode.l10n.t(
      'The path of the URL contains empty segments (//) or dot segments (. or ..).',
    ),
    addressInsecure: insecureText,
    addressCredentials: extraPartsText,
    addressQuery: extraPartsText,
    addressCharacter: vscode.l10n.t(
      'The URL contains a character that isn’t allowed, such as a line break, a backslash, or an invisible character.',
    ),
    header: unsendable,
    timeout: '', // never shown: no setting and no argument is a timeout
    list: noListText(),
    form: vscode.l10n.t('Wrong type. See the description of the setting.'),
    mode: vscode.l10n.t('Enter “confirm”, “type”, or “block”.'),
    patterns: vscode.l10n.t(
      'Enter patterns, such as “*-prod/*” or “gpu-*”. Only “*” is a wildcard.',
    ),
    unknown: vscode.l10n.t('Unknown field. See the description of the setting.'),
    placeholder: vscode.l10n.t(
      'The path of the URL can only contain the placeholders {0}, {1}, and {2}.',
      '{projectUid}',
      '{clusterUid}',
      '{configUid}',
    ),
    duplicate: vscode.l10n.t('A connection with this name already exists.'),
  }
  return texts[problem]
}

/** Returns a title and a message for an invalid entry of the setting, or for a setting that isn’t a list. */
export function connectionProblemText(problem: ConnectionProblem): {
  entry: string
  reason: string
} {
  const { name, position, field } = problem
  const text = inputProblemText(problem.problem)
  if (field === 'setting') return { entry: settingIds.connections, reason: text }
  const entry = name === undefined ? vscode.l10n.t('Connection #{0}', position) : displayText(name)
  return { entry, reason: field === 'entry' ? text : `${displayText(field)}: ${text}` }
}
