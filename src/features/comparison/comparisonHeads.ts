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
  const failed = problemsOf(states)
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

/** Returns each problem once, behind the names of all regions that have it. */
function problemsOf(states: readonly PlaceState[]): string[] {
  const regions = new Map<string, string[]>()
  for (const state of states) {
    const problem = problemOf(state)
    if (problem === undefined) continue
    const { region, provider } = state.place
    regions.set(problem, [...(regions.get(problem) ?? []), visible(region || provider)])
  }
  return [...regions].map(([problem, names]) => `${names.join(', ')}: ${problem}`)
}

function problemOf({ place, ref, error, known, isReading }: PlaceState): string | undefined {
  if (isReading) return undefined
  if (!ref) return vscode.l10n.t('Connection “{0}” doesn’t exist.', visible(place.connection))
  if (error) return errorText(error, ref.connection)
  const omitted = omittedFrom(known?.value)
  return omitted > 0 ? notShown.zones(omitted) : undefined
}

function isTold(values: readonly string[]): boolean {
  return new Set(values).size > 1
}
