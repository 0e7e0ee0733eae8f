import * as vscode from 'vscode'
import type { ColumnHead, Comparison, Place } from '../compare/messages.ts'
import type { Connection } from '../connections/connection.ts'
import { accountTitle } from '../inventory/accountTitle.ts'
import type { Clouds, RegionRef } from '../inventory/clouds.ts'
import type { Tracked } from '../inventory/tracked.ts'
import { errorText, visible } from '../texts.ts'
import type { PlaceState } from './comparisonPanel.ts'

/** How many failures the head of a column names. */
const mostNamed = 3
/** How many regions a title names. */
const mostInTitle = 3

/** The title of a comparison's tab. */
export function comparisonTitle({ places }: Comparison): string {
  const regions = [...new Set(places.map(({ region }) => region))]
  return regions.length > mostInTitle
    ? vscode.l10n.t('Compare Zones: {0} regions', regions.length)
    : vscode.l10n.t('Compare Zones: {0}', regions.map(visible).join(', '))
}

/** What is called like a column of a comparison, for what is copied. */
export function columnTitles(
  columns: readonly (readonly PlaceState[])[],
  tracked: Tracked,
  clouds: Clouds,
): string[] {
  const places = columns.map((states) => states[0]!)
  const hasRegions = isTold(places.map(({ place }) => place.region))
  const names = places.map(({ place, ref }) => ({
    name: ref ? accountTitle(tracked, clouds, ref) : place.cloudAccountUid,
    place,
  }))
  const isAmbiguous = ({ name, place }: (typeof names)[number]) =>
    names.some((other) => other.name === name && !isSameAccount(other.place, place))
  return names.map((one, index) => {
    const { name, place } = one
    const isOfOneRegion = columns[index]!.length === 1
    return [
      name,
      place.project,
      isAmbiguous(one) && name !== place.cloudAccountUid && place.cloudAccountUid,
      isTold(places.map((each) => each.place.connection)) && place.connection,
      isOfOneRegion && hasRegions && place.region,
    ]
      .filter((part) => typeof part === 'string')
      .join(' · ')
  })
}

/** The head of a column, whose texts are fit to be shown. */
export function columnHead(title: string, states: readonly PlaceState[]): ColumnHead {
  const [first] = states
  const read = states.flatMap(({ known }) => known?.at ?? [])
  const failed = states.flatMap(problemOf)
  const problems = failed.slice(0, mostNamed)
  if (failed.length > mostNamed) {
    problems.push(vscode.l10n.t('{0} more', failed.length - mostNamed))
  }
  const { provider, cloudAccountUid, connection } = first!.place
  return {
    title: visible(title),
    detail: [
      vscode.l10n.t('Cloud account {0}', visible(cloudAccountUid)),
      vscode.l10n.t('Provider {0}', visible(provider)),
      vscode.l10n.t('Connection {0}', visible(connection)),
    ].join('\n'),
    isReading: states.some(({ isReading }) => isReading),
    ...(read.length > 0 && { at: Math.min(...read) }),
    problems,
  }
}

function problemOf({ place, ref, error, isReading }: PlaceState): string[] {
  if (isReading) return []
  const region = visible(place.region)
  if (!ref) {
    const name = visible(place.connection)
    return [`${region}: ${vscode.l10n.t('There is no connection “{0}”.', name)}`]
  }
  return error ? [`${region}: ${errorText(error, ref.connection)}`] : []
}

/** A region over a connection; undefined where there is no such connection. */
export function refOf(place: Place, connection: Connection | undefined): RegionRef | undefined {
  if (!connection) return undefined
  const { provider, cloudAccountUid, project, region } = place
  return { connection, provider, cloudAccountUid, project, region }
}

/** Whether it tells columns apart. */
function isTold(values: readonly string[]): boolean {
  return new Set(values).size > 1
}

function isSameAccount(a: Place, b: Place): boolean {
  return a.cloudAccountUid === b.cloudAccountUid && a.connection === b.connection
}
