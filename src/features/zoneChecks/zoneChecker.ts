import * as vscode from 'vscode'
import { raceAbort } from '../../api/deadline.ts'
import { ApiError } from '../../api/errors.ts'
import { connectionKey } from '../../connections/connection.ts'
import { settingIds } from '../../contributions.ts'
import { codeFileOf, findOpenDocument, type CodeFile } from '../../documents/codeFile.ts'
import type { RegionRef } from '../../model/refs.ts'
import type { Parts } from '../../parts.ts'
import { regionOfZone } from '../../syntax/zoneNames.ts'
import { isZone } from '../../syntax/zoneReferences.ts'
import { displayText } from '../../displayTexts.ts'
import { createErrorHandler } from '../../ui/commandErrors.ts'
import { errorTitle } from '../../ui/errorTexts.ts'
import { showStatus } from '../../ui/messages.ts'
import type { ZoneCheckResult } from '../../zoneAnalysis/problems.ts'
import { automaticFileOf, isCheckOnSaveEnabled } from './automaticChecks.ts'
import { CachedZones, type CheckedAccount } from './cachedZones.ts'
import { CheckedFiles } from './checkedFiles.ts'
import { SelectedAccounts } from '../zones/selectedAccounts.ts'
import { ListLoader, loadZonesOfReferences, type LoadPolicy } from './zoneLoading.ts'
import { otherRegionsText } from './zoneTexts.ts'

/** The result of a check of a file. */
export interface FileCheckResult extends ZoneCheckResult {
  readonly hasZones: boolean
  /** The errors of the regions that couldn’t be loaded, by name. */
  readonly failures: ReadonlyMap<string, ApiError>
  /** The regions that weren’t loaded because the file names too many. */
  readonly omittedRegions: readonly string[]
  /** The regions whose instance types couldn’t be loaded. */
  readonly uncheckedTypeRegions: readonly string[]
}

/**
 * Checks files against the selected account: loads the lists that are needed, and shows the problems. Removes all
 * problems when the account, its API key, or the connection changes.
 */
export class ZoneChecker {
  readonly selectedAccounts: SelectedAccounts
  readonly cachedZones: CachedZones
  readonly #parts: Parts
  readonly #files: CheckedFiles
  readonly #subscriptions: vscode.Disposable
  #activeKey: string | undefined
  /** Aborts checks in progress when the account or the API key changes, so that they show no problems. */
  #controller = new AbortController()

  constructor(parts: Parts) {
    this.#parts = parts
    this.selectedAccounts = new SelectedAccounts(parts.context.workspaceState)
    this.cachedZones = new CachedZones(parts, this.selectedAccounts)
    this.#files = new CheckedFiles(this.cachedZones)
    this.#activeKey = this.#readActiveKey()
    this.#subscriptions = this.#subscribe()
  }

  dispose(): void {
    this.#controller.abort()
    this.#subscriptions.dispose()
  }

  /** Creates a loader that is aborted when the account or the API key changes, or when a signal aborts. */
  createLoader(policy: LoadPolicy, ...signals: AbortSignal[]): ListLoader {
    const signal = AbortSignal.any([this.#controller.signal, ...signals])
    return new ListLoader(this.#parts.clouds, policy, signal)
  }

  /**
   * Runs the check of a folder, in which {@link check} is called for each file. The files are checked again when they
   * change on disk, during the check and after it.
   */
  async runFolderCheck<T>(folder: vscode.Uri, check: () => Promise<T>): Promise<T> {
    return this.#files.runFolderCheck(folder, check)
  }

  /**
   * Loads the zones and instance types that a check of a file needs, and shows the problems. `isInFolderCheck` means
   * that the problems are shown while the file is closed, too. Rejects `cancelled` if the check is aborted, or if
   * meanwhile, the file isn’t code any more, or is checked on its own and was closed.
   */
  async check(
    file: CodeFile,
    account: CheckedAccount,
    loader: ListLoader,
    { isInFolderCheck = false } = {},
  ): Promise<FileCheckResult> {
    await file.load(isInFolderCheck ? 'bulk' : 'normal')
    const { read, failed, omittedRegions } = await loadZonesOfReferences(
      file.references,
      account,
      this.cachedZones,
      loader,
    )
    const failures = failed
      .filter((failure) => isFailureReported(failure, file, read.length > 0))
      .map(({ ref, error }) => [ref.region || this.cachedZones.title(account), error] as const)
    // The zones’ problems are shown first: instance types are optional.
    const firstResult = await this.#showCurrent(file, account, loader.signal, isInFolderCheck)
    const missingTypes = firstResult.regionsOfTypes.filter(
      (region) => !this.cachedZones.hasInstanceTypes({ ...account, region }),
    )
    const uncheckedTypeRegions = await this.#loadTypes(missingTypes, account, loader)
    // A check is repeated only if there is more to compare with.
    const hasLoadedTypes = missingTypes.length > uncheckedTypeRegions.length
    const result = hasLoadedTypes
      ? await this.#showCurrent(file, account, loader.signal, isInFolderCheck)
      : firstResult
    const { hasZones } = file
    return {
      ...result,
      hasZones,
      failures: new Map(failures),
      omittedRegions,
      uncheckedTypeRegions,
    }
  }

  /** Shows the problems of a file as it is now. Throws `cancelled` as {@link check} does. */
  async #showCurrent(
    file: CodeFile,
    account: CheckedAccount,
    signal: AbortSignal,
    isInFolderCheck: boolean,
  ): Promise<ZoneCheckResult> {
    // The problems of a file that isn’t open are shown only if it is checked as part of a folder.
    const closedFile = isInFolderCheck ? file : undefined
    const getCurrent = () => {
      const document = findOpenDocument(file.uri)
      const current = document ? codeFileOf(document) : closedFile
      if (signal.aborted || !current) throw new ApiError('cancelled', 'Cancelled')
      return current
    }
    const showCurrent = async () => {
      const current = getCurrent()
      const priority = isInFolderCheck ? 'bulk' : 'normal'
      const options = { signal, priority, isKept: isInFolderCheck } as const
      const result = await this.#files.show(current, account, options)
      return { result, isCurrent: getCurrent() === current }
    }
    const shown = await showCurrent()
    // A file that changes again is checked again once it hasn’t changed for a moment.
    return shown.isCurrent ? shown.result : (await showCurrent()).result
  }

  /**
   * Loads the instance types of regions. Returns the regions whose instance types couldn’t be loaded. Rejects
   * `cancelled` if the loader’s signal is aborted.
   */
  async #loadTypes(
    regions: readonly string[],
    account: CheckedAccount,
    loader: ListLoader,
  ): Promise<string[]> {
    const failedRegions: string[] = []
    const loading = regions.map(async (region) => {
      const result = await loader.loadInstanceTypes({ ...account, region })
      if ('error' in result) failedRegions.push(region)
    })
    await raceAbort(Promise.all(loading), loader.signal)
    return failedRegions
  }

  /** Checks a saved document against the selected account, if the setting says so. */
  async #checkSaved(document: vscode.TextDocument): Promise<void> {
    if (!isCheckOnSaveEnabled()) return
    const { connections, apiKeys } = this.#parts
    const file = automaticFileOf(document)
    const connection = connections.active
    const account = connection && this.selectedAccounts.get(connection)
    if (!file || !account) return
    // Created before the wait, so that another account that is selected meanwhile cancels the check.
    const loader = this.createLoader('loadMissing')
    if ((await apiKeys.get(connection)) === undefined) return
    const { failures, omittedRegions } = await this.check(file, account, loader)
    const [failure] = failures
    if (failure) {
      const [region, error] = failure
      const texts = [displayText(region), errorTitle(error)]
      showStatus(vscode.l10n.t('Couldn’t check the zones in {0}. {1}', ...texts))
    } else if (omittedRegions.length > 0) {
      showStatus(otherRegionsText(omittedRegions.length))
    }
  }

  #subscribe(): vscode.Disposable {
    const { connections, apiKeys, log } = this.#parts
    const handleErrors = createErrorHandler(log)
    const reset = () => this.#reset()
    return vscode.Disposable.from(
      this.selectedAccounts,
      this.#files,
      vscode.workspace.onDidSaveTextDocument(async (document) =>
        handleErrors(settingIds.checkOnSave, async () => this.#checkSaved(document)),
      ),
      this.selectedAccounts.onDidChange(reset),
      apiKeys.onDidChange(reset),
      connections.onDidChange(() => {
        const activeKey = this.#readActiveKey()
        if (activeKey !== this.#activeKey) reset()
        this.#activeKey = activeKey
      }),
    )
  }

  #readActiveKey(): string | undefined {
    const { active } = this.#parts.connections
    return active && connectionKey(active)
  }

  #reset(): void {
    this.#controller.abort()
    this.#controller = new AbortController()
    this.#files.clear()
  }
}

/**
 * Returns whether the failure to load a region is reported. If other regions were loaded, a name that the service
 * doesn’t find is probably no region of the cloud, unless the text has zones whose names begin with it.
 */
function isFailureReported(
  { ref, error }: { readonly ref: RegionRef; readonly error: ApiError },
  { references }: CodeFile,
  isAnyLoaded: boolean,
): boolean {
  if (error.kind !== 'notFound' || !isAnyLoaded) return true
  const regions = new Set([ref.region])
  return references.some((reference) => {
    return isZone(reference) && regionOfZone(reference.value, regions) !== undefined
  })
}
