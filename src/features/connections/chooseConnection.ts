import * as vscode from 'vscode'
import { hostOf, type Connection } from '../../connections/connection.ts'
import type { Connections } from '../../connections/connections.ts'
import { isSample } from '../../connections/sample.ts'
import { shortened } from '../../texts.ts'
import { choose } from '../../ui/prompts/quickInput.ts'

/** Prompts for a connection. Undefined if canceled. */
export function chooseConnection(
  connections: Connections,
  title: string,
): Promise<Connection | undefined> {
  const { active } = connections
  return choose(title, {
    placeholder: vscode.l10n.t('Select a connection'),
    choices: activeFirst(connections).map((connection) => ({
      label: connection.name,
      description:
        connection === active
          ? vscode.l10n.t('{0}, active', hostOf(connection))
          : hostOf(connection),
      value: connection,
    })),
  })
}

/** Returns the codicon for a connection without protection. */
export function connectionIcon(connection: Connection): string {
  return isSample(connection) ? 'beaker' : 'cloud'
}

/** Returns all connections, the active one first. */
export function activeFirst({ active, all }: Connections): readonly Connection[] {
  return [...all].sort((a, b) => Number(b === active) - Number(a === active))
}

/** Formats a name beside other texts, which must be seen, too. */
export function shortName(name: string): string {
  return shortened(name, 40)
}
