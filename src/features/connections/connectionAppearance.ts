import type { Connection } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { shortened } from '../../texts.ts'

/** Returns the codicon for a connection without protection. */
export function connectionIcon(connection: Connection): string {
  return isSample(connection) ? 'beaker' : 'cloud'
}

/** Formats a name beside other texts, which must be seen, too. */
export function shortName(name: string): string {
  return shortened(name, 40)
}
