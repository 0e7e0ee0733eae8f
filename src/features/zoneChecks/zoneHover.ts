import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { referenceAt } from '../../formats/scan.ts'
import { referencesIn, rangeOf, regionsOfNumbers } from './zoneDocuments.ts'
import type { ZoneFacts } from './zoneFacts.ts'
import { hasHints, hintsLink } from './zoneHints.ts'
import type { PositionRequest } from './zoneProviders.ts'

/** Returns the hover of a zone name: what each account has by that name, and the age of the data. */
export async function zoneHover(
  { document, position, token }: PositionRequest,
  connection: Connection,
  facts: ZoneFacts,
): Promise<vscode.Hover | undefined> {
  const isCancelled = () => token.isCancellationRequested
  const references = await referencesIn(document, isCancelled)
  if (!references) return undefined
  const reference = referenceAt(references, document.offsetAt(position))
  if (reference?.kind !== 'zone' || reference.value === '') return undefined
  const regions = await regionsOfNumbers(document, [reference], isCancelled)
  const found = facts.of(connection, references, regions)(reference)
  if (found.length === 0) return undefined
  const text = facts.text(reference.value, found)
  const contents = hasHints() ? [text] : [text, hintsLink()]
  return new vscode.Hover(contents, rangeOf(document, reference))
}
