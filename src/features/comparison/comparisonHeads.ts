import * as vscode from 'vscode'
import { omittedFrom } from '../../api/omitted.ts'
import { joinDescription, labeled, visible } from '../../texts.ts'
import { dateText } from '../../ui/ageTexts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { notShown } from '../../ui/notShownTexts.ts'
import type { Comparison, PlaceState } from './comparisonData.ts'
import type { ColumnHead } from './comparisonHtml.ts'

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
  const hasConnections = new Set(heads.map(({ place }) => place.connection)).size > 1
  return heads.map((head) => {
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
    )
  })
}

/** Returns what the header of a column says beside its title: the account, the age of its data, and errors. */
export function headOf(states: readonly PlaceState[]): Omit<ColumnHead, 'title'> {
  const [first] = states
  if (!first) return {}
  const failed = problemsOf(states)
  const problems = failed.slice(0, maxNamedErrors)
  if (failed.length > maxNamedErrors) {
    problems.push(vscode.l10n.t('{0} more', failed.length - maxNamedErrors))
  }
  const { provider, cloudAccountUid, connection } = first.place
  const detail = [
    labeled(vscode.l10n.t('Cloud account'), visible(cloudAccountUid)),
    labeled(vscode.l10n.t('Provider'), visible(provider)),
    vscode.l10n.t('Connection: {0}', visible(connection)),
  ].join('\n')
  return { detail, note: noteOf(states), problems }
}

/** Returns the age of the oldest data, or why there is none. */
function noteOf(states: readonly PlaceState[]): string {
  if (states.some(({ isReading }) => isReading)) return vscode.l10n.t('Loading…')
  const date = dateText(Math.min(...states.flatMap(({ known }) => known?.at ?? [])))
  return date === undefined ? vscode.l10n.t('Not loaded yet') : vscode.l10n.t('Updated {0}', date)
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
