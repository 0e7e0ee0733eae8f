import type { CodeFormat } from '../../../src/contributions.ts'
import { isCertainZone, type ZoneReference } from '../../../src/syntax/zoneReferences.ts'
import { scanZones } from './scanZones.ts'

/** The values that are found in a text, each with what it is where that isn’t certainly a zone. */
export function valuesIn(text: string, format: CodeFormat): string[] {
  return scanZones(text, format)
    .filter(({ value }) => value !== '')
    .map((reference) => {
      if (isCertainZone(reference)) return reference.value
      return reference.kind === 'region' ? `region ${reference.value}` : `name ${reference.value}`
    })
}

/** A text with each place where a zone could be written, and none is, as `‸…‸`. */
export function placesIn(text: string, format: CodeFormat): string {
  const positions = scanZones(text, format).filter(({ value }) => value === '')
  return positions.reduceRight(
    (marked, { start, end }) =>
      `${marked.slice(0, start)}‸${marked.slice(start, end)}‸${marked.slice(end)}`,
    text,
  )
}

/** The lists that are found in a text. */
export function listsIn(text: string, format: CodeFormat): string[][] {
  const lists = new Map<number | undefined, ZoneReference[]>()
  for (const reference of scanZones(text, format)) {
    if (reference.value === '') continue
    lists.set(reference.listStart, [...(lists.get(reference.listStart) ?? []), reference])
  }
  return [...lists.values()].map((references) => references.map(({ value }) => value))
}
