import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { referenceAt } from '../../formats/scan.ts'
import { referencesIn, rangeOf } from './zoneDocuments.ts'
import type { ZoneFacts } from './zoneFacts.ts'
import type { Place } from './zoneProviders.ts'

/** Returns the hover of a zone name: what each account has by that name, and the age of the data. */
export async function zoneHover(
  [document, position, token]: Place,
  connection: Connection,
  facts: ZoneFacts,
): Promise<vscode.Hover | undefined> {
  const mentions = await referencesIn(document, () => token.isCancellationRequested)
  if (!mentions) return undefined
  const mention = referenceAt(mentions, document.offsetAt(position))
  if (mention?.kind !== 'zone' || mention.value === '') return undefined
  const found = facts.of(mention.value, connection, mentions)
  if (found.length === 0) return undefined
  return new vscode.Hover(facts.text(mention.value, found), rangeOf(document, mention))
}
