import * as vscode from 'vscode'
import { isZone } from '../../syntax/zoneReferences.ts'
import type { CachedZones } from './cachedZones.ts'
import type { ZoneLanguage } from './zoneLanguage.ts'
import { factsText } from './zoneTexts.ts'

/**
 * Shows, when the user points at a zone, whether each account has it, with its ID, its state, and the age of the list.
 */
export class ZoneHovers implements vscode.HoverProvider {
  readonly #language: ZoneLanguage
  readonly #cachedZones: CachedZones

  constructor(language: ZoneLanguage, cachedZones: CachedZones) {
    this.#language = language
    this.#cachedZones = cachedZones
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const found = this.#language.zoneAt(document, position)
    if (!found || !isZone(found.zone)) return undefined
    const { file, connection, zone } = found
    await this.#language.load(file, connection)
    const { facts } = this.#language.factsIn(file, connection).describe(zone)
    if (token.isCancellationRequested || facts.length === 0) return undefined
    const text = factsText(zone.value, facts, (account) => this.#cachedZones.title(account))
    return new vscode.Hover(text, file.rangeOf(zone))
  }
}
