import * as vscode from 'vscode'
import { hostOf, type Connection } from '../../connections/connection.ts'
import type { Connections } from '../../connections/connections.ts'
import { isSample } from '../../connections/sample.ts'
import { visible } from '../../texts.ts'
import { choose } from '../../ui/prompts/quickInput.ts'

/** The maximum length of a name beside other texts. */
const maxNameLength = 40

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

/** Shortens a name in the middle, because names often differ at the end, and what follows it must be seen. */
export function shortened(name: string): string {
  const all = visible(name)
  if (all.length <= maxNameLength) return all
  const head = all.slice(0, maxNameLength - 13).replace(/[\uD800-\uDBFF]$/, '')
  return `${head}…${all.slice(-12).replace(/^[\uDC00-\uDFFF]/, '')}`
}
