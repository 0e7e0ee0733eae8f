import type * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import type { CodeFile } from '../../documents/codeFile.ts'
import type { Parts } from '../../parts.ts'
import type { ZoneReference } from '../../syntax/zoneReferences.ts'
import { automaticFileOf } from './automaticChecks.ts'
import type { ZoneChecker } from './zoneChecker.ts'
import { ZoneFacts } from './zoneFacts.ts'
import { loadZonesOfReferences } from './zoneLoading.ts'

/** A zone in a document, or a position for one. */
interface ZoneInDocument {
  readonly file: CodeFile
  readonly connection: Connection
  readonly zone: ZoneReference
}

/** What the language features have in common: the zones of documents, and what is known of them. */
export class ZoneLanguage {
  readonly #parts: Parts
  readonly #checker: ZoneChecker

  constructor(parts: Parts, checker: ZoneChecker) {
    this.#parts = parts
    this.#checker = checker
  }

  get activeConnection(): Connection | undefined {
    return this.#parts.connections.active
  }

  /** Returns the zone at a position, or the position for one, in a document with language features. */
  zoneAt(document: vscode.TextDocument, position: vscode.Position): ZoneInDocument | undefined {
    const connection = this.activeConnection
    const file = automaticFileOf(document)
    if (!connection || !file) return undefined
    const offset = document.offsetAt(position)
    const zone = file.references.find(({ start, end }) => start <= offset && offset <= end)
    return zone?.kind === 'zone' ? { file, connection, zone } : undefined
  }

  /** Loads what isn’t cached of the regions that a file names, for the selected account. Without an account or a key, it loads nothing. */
  async load({ references }: CodeFile, connection: Connection): Promise<void> {
    const { selectedAccounts, cachedZones } = this.#checker
    const account = selectedAccounts.get(connection)
    if (!account || (await this.#parts.apiKeys.get(connection)) === undefined) return
    await loadZonesOfReferences(
      references,
      account,
      cachedZones,
      this.#checker.createLoader('editor'),
    )
  }

  /** Returns a view of the caches by which hovers, hints, and completions describe the zones in a file. */
  factsIn(file: CodeFile, connection: Connection): ZoneFacts {
    const { clouds, capacityRefusals } = this.#parts
    return new ZoneFacts(file, connection, clouds, capacityRefusals, this.#checker.selectedAccounts)
  }
}
