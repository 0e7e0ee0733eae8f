import * as vscode from 'vscode'
import { omittedFrom } from '../../api/omitted.ts'
import type { ColumnHead, Comparison } from './pageMessages.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { joinDescription, visible } from '../../texts.ts'
import { notShown } from '../../ui/notShownTexts.ts'
import type { PlaceState } from './comparisonData.ts'

const maxNamedErrors = 3
const maxTitleRegions = 3

/** Returns the title of a comparison’s tab. */
export function comparisonTitle({ places }: Comparison): string {
  const regions = [...new Set(places.map(({ region, provider }) => region || provider))]
  return regions.length > maxTitleRegions
    ? vscode.l10n.t('Compare Zones: {0} regions', regions.length)
    : vscode.l10n.t('Compare Zones: {0}', regions.map(visible).join(', '))
}

/** Returns the unescaped titles of columns: the account, and what distinguishes it from others. */
export function columnTitles(columns: readonly (readonly PlaceState[])[]): string[] {
  const heads = columns.flatMap(([first]) => first ?? [])
  const nameOf = ({ name, place }: PlaceState) => name ?? place.cloudAccountUid
  const hasRegions = isTold(heads.map(({ place }) => place.region))
  const hasConnections = isTold(heads.map(({ place }) => place.connection))
  return heads.map((head, index) => {
    const { place, name } = head
    const hasNamesake = heads.some(
      (other) =>
        nameOf(other) === nameOf(head) && other.place.cloudAccountUid !== place.cloudAccountUid,
    )
    return joinDescription(
      nameOf(head),
      name !== undefined && hasNamesake && place.cloudAccountUid,
      place.project,
      hasConnections && place.connection,
      hasRegions && columns[index]?.length === 1 && place.region,
    )
  })
}

/** Creates the header of a column, with escaped texts. */
export function columnHead(title: string, states: readonly PlaceState[]): ColumnHead {
  const [first] = states
  const read = states.flatMap(({ known }) => known?.at ?? [])
  const failed = states.flatMap(problemOf)
  const problems = failed.slice(0, maxNamedErrors)
  if (failed.length > maxNamedErrors) {
    problems.push(vscode.l10n.t('{0} more', failed.length - maxNamedErrors))
  }
  const { provider, cloudAccountUid, connection } = first!.place
  return {
    title: visible(title),
    detail: [
      vscode.l10n.t('Cloud account: {0}', visible(cloudAccountUid)),
      vscode.l10n.t('Provider: {0}', visible(provider)),
      vscode.l10n.t('Connection: {0}', visible(connection)),
    ].join('\n'),
    isReading: states.some(({ isReading }) => isReading),
    ...(read.length > 0 && { at: Math.min(...read) }),
    problems,
  }
}

function problemOf({ place, ref, error, known, isReading }: PlaceState): string[] {
  if (isReading) return []
  const region = visible(place.region || place.provider)
  if (!ref) {
    const name = visible(place.connection)
    return [`${region}: ${vscode.l10n.t('Connection “{0}” doesn’t exist.', name)}`]
  }
  const omitted = omittedFrom(known?.value)
  if (!error && omitted > 0) return [`${region}: ${notShown.zones(omitted)}`]
  return error ? [`${region}: ${errorText(error, ref.connection)}`] : []
}

function isTold(values: readonly string[]): boolean {
  return new Set(values).size > 1
}
