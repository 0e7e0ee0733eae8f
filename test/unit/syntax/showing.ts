import type { CodeFormat } from '../../../src/contributions.ts'
import type { ZoneReference } from '../../../src/syntax/zoneReferences.ts'
import { scanZones } from './scanZones.ts'

/** The values that are found in a text, each with what it is where that is a region. */
export function valuesIn(text: string, language: CodeFormat): string[] {
  return scanZones(text, language)
    .filter(({ value }) => value !== '')
    .map(({ kind, value }) => (kind === 'region' ? `region ${value}` : value))
}

/** A text with each place where a zone could be written, and none is, as `‸…‸`. */
export function placesIn(text: string, language: CodeFormat): string {
  const places = scanZones(text, language).filter(({ value }) => value === '')
  return places.reduceRight(
    (marked, { start, end }) =>
      `${marked.slice(0, start)}‸${marked.slice(start, end)}‸${marked.slice(end)}`,
    text,
  )
}

/** The lists that are found in a text. */
export function listsIn(text: string, language: CodeFormat): string[][] {
  const lists = new Map<number | undefined, ZoneReference[]>()
  for (const reference of scanZones(text, language)) {
    if (reference.value === '') continue
    lists.set(reference.listStart, [...(lists.get(reference.listStart) ?? []), reference])
  }
  return [...lists.values()].map((references) => references.map(({ value }) => value))
}
