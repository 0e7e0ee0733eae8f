import * as vscode from 'vscode'
import type { Zone } from '../../api/client.ts'
import { hasRegions } from '../../api/endpoints.ts'
import { zoneProvider } from '../../api/providers.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { isAvailable } from '../../api/zoneState.ts'
import type { Connection } from '../../connections/connection.ts'
import type { CheckedAccounts } from './checkedAccounts.ts'
import type { RegionRef } from '../../inventory/refs.ts'
import type { KnownZones } from './knownZones.ts'
import { ageText, dateText } from '../../ui/ageTexts.ts'
import { joinDescription, visible } from '../../texts.ts'
import type { ZoneReference } from '../../formats/zoneReferences.ts'
import { isNamed, namedRegions } from './regions.ts'
import type { ZonePlaces } from './zonePlaces.ts'
import { asCode } from '../../ui/markdown.ts'

/** The cached zone of a name for one account; no `zone` if the account has none of that name. */
export interface ZoneFact {
  readonly ref: RegionRef
  readonly zone: Zone | undefined
  /** When it was listed, in epoch ms. */
  readonly at: number
}

/** The cached facts about a document’s zones. Sends no requests. */
export class ZoneFacts {
  readonly #known: KnownZones
  readonly #chosen: CheckedAccounts

  constructor(known: KnownZones, chosen: CheckedAccounts) {
    this.#known = known
    this.#chosen = chosen
  }

  /** Returns the zone names of a document’s regions for a place in it, or their IDs, with their facts. */
  async offered(
    connection: Connection,
    references: readonly ZoneReference[],
    place: ZoneReference,
    loadRegions: () => Promise<ZonePlaces['regionOfNumber']>,
  ): Promise<Map<string, ZoneFact[]>> {
    const names = new Map<string, ZoneFact[]>()
    const known = this.#inNamed(connection, references)
    const regions = known.some(({ ref }) => isAzure(ref)) ? await loadRegions() : new Map()
    for (const { ref, value, at } of known) {
      if (!mayBeIn(ref, place, regions)) continue
      for (const zone of value) {
        const name = place.isId ? zone.zoneId : zone.name
        if (name === undefined) continue
        names.set(name, [...(names.get(name) ?? []), { ref, zone, at }])
      }
    }
    return names
  }

  /** Returns a function for the facts of each account about a zone in a document’s regions. */
  of(
    connection: Connection,
    references: readonly ZoneReference[],
    regions: ZonePlaces['regionOfNumber'],
  ): (zone: ZoneReference) => ZoneFact[] {
    const all = this.#inNamed(connection, references)
    return (reference) => {
      const name = reference.value
      const known = all.filter(({ ref }) => mayBeIn(ref, reference, regions))
      const facts = known.flatMap(({ ref, value, at }): ZoneFact | [] => {
        const zone = value.find((one) => isNamed(one, ref.region, name))
        // It may be a zone that the list has left out.
        const isMissing = omittedFrom(value) === 0
        return zone || isMissing ? { ref, zone, at } : []
      })
      // An account without the zone matters only in a region in which another account has it.
      const having = new Set(facts.flatMap(({ ref, zone }) => (zone ? ref.region : [])))
      return facts.filter(({ ref }) => having.has(ref.region))
    }
  }

  /** Returns what a hint beside a name says; undefined if nothing is known, or accounts differ. */
  hint(name: string, facts: readonly ZoneFact[]): string | undefined {
    const own = facts.filter(({ ref }) => this.#chosen.isChosen(ref))
    const shown = own.length > 0 ? own : facts
    const [text, ...others] = shown.map(({ zone }) => zone && hintText(name, zone))
    if (!text || others.some((other) => other !== text)) return undefined
    const isOdd = shown.some(({ zone }) => zone && !hasNormalState(zone))
    return joinDescription(text, isOdd && dateText(Math.min(...shown.map(({ at }) => at)), 'short'))
  }

  /** Formats facts as Markdown, one line per account, with external text escaped. */
  text(name: string, facts: readonly ZoneFact[]): vscode.MarkdownString {
    const lines = facts.map(({ ref, zone, at }) => {
      const age = ageText(at) ?? vscode.l10n.t('just now')
      const read = vscode.l10n.t('updated {0}', age)
      const said = zone ? this.#zoneText(zone, name) : vscode.l10n.t('no zone with this name')
      return `- ${code(this.#known.title(ref, this.#chosen.nameOf(ref)))}: ${said}, ${read}`
    })
    const named = facts.flatMap(({ ref }) => (hasRegions(ref.provider) ? ref.region : []))
    const regions = [...new Set(named)].map(code).join(', ')
    const title = regions
      ? vscode.l10n.t('Zone {0} in {1}', code(name), regions)
      : vscode.l10n.t('Zone {0}', code(name))
    return new vscode.MarkdownString(`${title}\n\n${lines.join('\n')}`)
  }

  /** Formats a zone’s other name and its state. */
  #zoneText({ name, state, zoneId }: Zone, asked: string): string {
    const other = zoneId === asked ? name : zoneId
    const facts = [
      ...(other === undefined ? [] : [code(other)]),
      state === undefined ? vscode.l10n.t('unknown state') : code(state),
    ]
    return facts.join(', ')
  }

  /**
   * Returns the cached zones of a document’s regions, in order, the selected account first. Zones without a
   * region count for the selected account, or if neither an account is selected nor a region named.
   */
  #inNamed(connection: Connection, references: readonly ZoneReference[]) {
    const known = this.#known.of(connection)
    const regions = this.#known.regions(connection)
    const named = namedRegions(references, regions, this.#known.lists(connection))
    const rank = ({ ref }: (typeof known)[number]) =>
      named.indexOf(ref.region) * 2 + (this.#chosen.isChosen(ref) ? 0 : 1)
    const isAny = named.length === 0 && !this.#chosen.of(connection)
    const isIn = ({ ref }: (typeof known)[number]) =>
      hasRegions(ref.provider) ? named.includes(ref.region) : isAny || this.#chosen.isChosen(ref)
    return known.filter(isIn).sort((a, b) => rank(a) - rank(b))
  }
}

/** Returns whether a zone may be in a region: a number of Azure only in the one that is known for it. */
function mayBeIn(
  ref: RegionRef,
  { start }: ZoneReference,
  regions: ZonePlaces['regionOfNumber'],
): boolean {
  return !isAzure(ref) || !regions.has(start) || regions.get(start) === ref.region
}

function isAzure({ provider }: RegionRef): boolean {
  return zoneProvider(provider) === 'azure'
}

function hintText(asked: string, zone: Zone): string {
  const other = zone.zoneId === asked ? zone.name : zone.zoneId
  return joinDescription(
    other && visible(other),
    !hasNormalState(zone) && visible(`⚠ ${zone.state}`),
  )
}

function hasNormalState({ state }: Zone): boolean {
  return state === undefined || isAvailable(state)
}

function code(text: string): string {
  return asCode(visible(text))
}
