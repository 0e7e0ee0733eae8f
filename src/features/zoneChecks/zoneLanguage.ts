import type * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import type { CodeFile } from '../../documents/codeFile.ts'
import type { Parts } from '../../parts.ts'
import type { ZoneReference } from '../../syntax/zoneReferences.ts'
import { automaticFileOf } from './automaticChecks.ts'
import type { ZoneChecker } from './zoneChecker.ts'
import { ZoneFacts } from './zoneFacts.ts'
import { loadZonesOfReferences } from './zoneLoading.ts'

/** A zone in a document, or a position where a zone is missing. */
interface ZoneInDocument {
  readonly file: CodeFile
  readonly connection: Connection
  readonly zone: ZoneReference
}

/** What hovers, hints, and completions have in common: they find zones in documents, and facts about these zones. */
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

  /**
   * Resolves to the zone at a position, or where one is missing; to undefined also if language features are off for the
   * document.
   */
  async zoneAt(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<ZoneInDocument | undefined> {
    const connection = this.activeConnection
    // The text is read only if it may be needed: VS Code asks after each key that is typed.
    if (!connection || isCommentLine(document.lineAt(position.line).text)) return undefined
    const file = automaticFileOf(document)
    if (!file) return undefined
    const offset = document.offsetAt(position)
    await file.load()
    const zone = file.references.find(({ start, end }) => start <= offset && offset <= end)
    return zone?.kind === 'zone' ? { file, connection, zone } : undefined
  }

  /**
   * Loads the zones of the regions that a file names, for the selected account, as far as they aren’t cached. Loads
   * nothing if no account is selected, or if the connection has no API key.
   */
  async load({ references }: CodeFile, connection: Connection): Promise<void> {
    const { selectedAccounts, cachedZones } = this.#checker
    const account = selectedAccounts.get(connection)
    if (!account || (await this.#parts.apiKeys.get(connection)) === undefined) return
    await loadZonesOfReferences(
      references,
      account,
      cachedZones,
      this.#checker.createLoader('sparing'),
    )
  }

  /** Returns a view of the caches by which hovers, hints, and completions describe the zones in a file. */
  factsIn(file: CodeFile, connection: Connection): ZoneFacts {
    const { clouds, capacityRefusals } = this.#parts
    return new ZoneFacts(file, connection, clouds, capacityRefusals, this.#checker.selectedAccounts)
  }
}

/** Returns whether a line is a comment of HCL, YAML, or JSON with comments, such as `# zones` or `// zones`. */
function isCommentLine(line: string): boolean {
  return /^\s*(?:#|\/\/)/.test(line)
}
