import * as vscode from 'vscode'
import { hasRegions } from '../../api/endpoints.ts'
import { zoneProvider } from '../../api/providers.ts'
import { settingIds } from '../../contributions.ts'
import { documentFormat } from '../../formats/documentFormat.ts'
import { zoneConstraintSteps, type ZoneConstraints } from './zoneConstraints.ts'
import { noPlaces, zonePlaceSteps, type ZonePlaces } from './zonePlaces.ts'
import { preservesRegions, maxListLines } from './nearby.ts'
import { scanSteps, scanZones } from '../../formats/scan.ts'
import { inSlices } from '../../formats/slices.ts'
import type { ZoneReference, ZoneLanguage } from '../../formats/zoneReferences.ts'

/** Returns the checked language of a document; undefined if it isn’t checked. */
export function checkedLanguage({
  languageId,
  fileName,
}: vscode.TextDocument): ZoneLanguage | undefined {
  const format = documentFormat(languageId, fileName)
  if (format === 'plain') return undefined
  const isTerraform = /^(?:terraform|opentofu|tfvars)/.test(languageId)
  const isNamedSo = /\.(?:tf|tfvars|tofu)$/i.test(fileName)
  return format === 'hcl' && (isTerraform || isNamedSo) ? 'terraform' : format
}

/** Returns whether the setting enables automatic checks of a document. */
export function isCheckEnabled(document: vscode.TextDocument): boolean {
  const language = checkedLanguage(document)
  if (language === undefined) return false
  const setting = vscode.workspace.getConfiguration().get(settingIds.fileTypes)
  return (setting as Partial<Record<string, unknown>> | null | undefined)?.[language] !== false
}

const scans = new WeakMap<
  vscode.TextDocument,
  { version: number; references: readonly ZoneReference[] }
>()

/**
 * Returns the references in a document, parsed once per version, on demand. Lets others run in between, and
 * resolves to undefined if canceled meanwhile.
 */
export async function referencesIn(
  document: vscode.TextDocument,
  isCancelled: () => boolean,
): Promise<readonly ZoneReference[] | undefined> {
  const { version } = document
  const kept = scans.get(document)
  if (kept?.version === version) return kept.references
  const steps = scanSteps(document.getText(), checkedLanguageOrYaml(document))
  const references = await inSlices(steps, isCancelled)
  if (references && document.version === version) scans.set(document, { version, references })
  return references
}

/** Returns the blocks of a document that name zones beside instance types; undefined if canceled. */
export async function zoneConstraintsIn(
  document: vscode.TextDocument,
  isCancelled: () => boolean,
): Promise<readonly ZoneConstraints[] | undefined> {
  const references = await referencesIn(document, isCancelled)
  if (!references) return undefined
  const steps = zoneConstraintSteps(document.getText(), checkedLanguageOrYaml(document), references)
  return inSlices(steps, isCancelled)
}

/** Returns what blocks tell of the zones in them, for providers to which it matters; undefined if canceled. */
export async function zonePlacesIn(
  document: vscode.TextDocument,
  provider: string,
  isCancelled: () => boolean,
  given: string | undefined,
): Promise<ZonePlaces | undefined> {
  const references = await referencesIn(document, isCancelled)
  if (!references) return undefined
  if (zoneProvider(provider) !== 'azure' && hasRegions(provider)) return noPlaces
  const language = checkedLanguageOrYaml(document)
  const steps = zonePlaceSteps(document.getText(), language, references, provider, given)
  return inSlices(steps, isCancelled)
}

/** Returns the regions of references that are numbers, or empty, undefined where they aren’t known. */
export async function regionsOfNumbers(
  document: vscode.TextDocument,
  references: readonly ZoneReference[],
  isCancelled: () => boolean,
): Promise<ZonePlaces['regionOfNumber']> {
  const numbers = references.filter(({ kind, value }) => kind === 'zone' && /^\d*$/.test(value))
  if (numbers.length === 0) return noPlaces.regionOfNumber
  const language = checkedLanguageOrYaml(document)
  const steps = zonePlaceSteps(document.getText(), language, numbers, 'azure')
  return (await inSlices(steps, isCancelled))?.regionOfNumber ?? noPlaces.regionOfNumber
}

/** Longer text isn’t parsed on each edit. */
const maxNearLength = 100_000

/**
 * Returns the references near a line; undefined if its lines are too long. It doesn’t recognize comments and
 * strings that begin further up.
 */
export function referencesNear(
  document: vscode.TextDocument,
  line: number,
): ZoneReference[] | undefined {
  const first = new vscode.Position(Math.max(0, line - maxListLines), 0)
  const range = new vscode.Range(first, new vscode.Position(line + maxListLines, 0))
  const offset = document.offsetAt(first)
  if (document.offsetAt(range.end) - offset > maxNearLength) return undefined
  return scanZones(document.getText(range), checkedLanguageOrYaml(document)).map((reference) => ({
    ...reference,
    start: reference.start + offset,
    end: reference.end + offset,
    list: reference.list === undefined ? undefined : reference.list + offset,
  }))
}

/** Returns the references as of the last parse, unless an edit has changed the regions since. */
export async function referencesBefore(
  document: vscode.TextDocument,
  isCancelled: () => boolean,
): Promise<readonly ZoneReference[] | undefined> {
  return scans.get(document)?.references ?? referencesIn(document, isCancelled)
}

/** Drops the parsed references if an edit may have changed the regions. */
export function invalidateChanged({
  document,
  contentChanges,
}: vscode.TextDocumentChangeEvent): void {
  if (!scans.has(document)) return
  const isWithinLines = contentChanges.every(
    ({ range, text }) => range.isSingleLine && !text.includes('\n'),
  )
  const isSame =
    isWithinLines &&
    contentChanges.every(({ range }) => preservesRegions(document.lineAt(range.start).text))
  if (!isSame) scans.delete(document)
}

/** Returns whether a reference is the value of a zone. */
export function isZone({ kind, value }: ZoneReference): boolean {
  return kind === 'zone' && value !== ''
}

/** Returns the range of a reference. */
export function rangeOf(
  document: vscode.TextDocument,
  { start, end }: Pick<ZoneReference, 'start' | 'end'>,
): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end))
}

/** Returns the language of a checked document. */
function checkedLanguageOrYaml(document: vscode.TextDocument): ZoneLanguage {
  return checkedLanguage(document) ?? 'yaml'
}
