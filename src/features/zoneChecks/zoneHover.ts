import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { referenceAt } from '../../formats/scan.ts'
import { referencesIn, rangeOf, regionsOfNumbers } from './zoneDocuments.ts'
import type { NeededZones } from './neededZones.ts'
import type { ZoneFacts } from './zoneFacts.ts'
import type { PositionRequest } from './zoneProviders.ts'

/** Returns the hover of a zone name: what each account has by that name, and the age of the data. */
export async function zoneHover(
  { document, position, token }: PositionRequest,
  connection: Connection,
  facts: ZoneFacts,
  needed: NeededZones,
): Promise<vscode.Hover | undefined> {
  const isCancelled = () => token.isCancellationRequested
  const references = await referencesIn(document, isCancelled)
  if (!references) return undefined
  const reference = referenceAt(references, document.offsetAt(position))
  if (reference?.kind !== 'zone' || reference.value === '') return undefined
  await needed.load(connection, references, token)
  const regions = await regionsOfNumbers(document, [reference], isCancelled)
  if (token.isCancellationRequested) return undefined
  const found = facts.of(connection, references, regions)(reference)
  if (found.length === 0) return undefined
  const text = facts.text(reference.value, found)
  return new vscode.Hover(text, rangeOf(document, reference))
}
