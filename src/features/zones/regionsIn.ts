import { hasRegions } from '../../api/providers.ts'
import type { ApiError } from '../../api/errors.ts'
import {
  withoutRegion,
  type AccountRef,
  type CloudProjectRef,
  type RegionRef,
} from '../../model/refs.ts'
import { collectRegions } from '../../cloud/regions.ts'
import { valueOf } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'
import type { Unshown } from '../../ui/listTexts.ts'

/**
 * Counts what lists of accounts, projects, and regions lack, so that a copy can say that it is incomplete. It starts
 * empty ({@link noGaps}), and the functions that load lists add to it.
 */
export interface Gaps {
  /** The number of lists of accounts and regions that couldn’t be loaded. */
  failedLists: number
  /** True if not all accounts are listed. */
  isTruncated: boolean
  /** The number of regions without zones because accounts haven’t opted in to them. */
  notOptedIn: number
  /** The number of entries that couldn’t be read, for each kind, such as `{ accounts: 1 }`. */
  readonly unreadable: { -readonly [what in Unshown]?: number }
  /** The first error of the lists that couldn’t be loaded. */
  error?: ApiError | undefined
}

export function noGaps(): Gaps {
  return { failedLists: 0, isTruncated: false, notOptedIn: 0, unreadable: {} }
}

export function addFailedList(gaps: Gaps, error: ApiError): void {
  gaps.failedLists += 1
  gaps.error ??= error
}

export function addUnreadable({ unreadable }: Gaps, what: Unshown, count: number): void {
  unreadable[what] = (unreadable[what] ?? 0) + count
}

type Sources = Pick<Parts, 'pins' | 'clouds'>

/**
 * Loads the regions that an account has opted in to: of the project in `ref`, or else of all projects of the account.
 * Adds to `gaps` what couldn’t be loaded. For an account whose provider has no regions, the only result is a reference
 * with an empty region.
 */
export async function loadRegions(
  ref: CloudProjectRef,
  gaps: Gaps,
  sources: Sources,
): Promise<RegionRef[]> {
  const { connection, provider, cloudAccountUid, project } = ref
  const account = { connection, provider, cloudAccountUid }
  if (!hasRegions(provider)) return [withoutRegion(account)]
  const projects = project === undefined ? await loadProjects(account, gaps, sources) : [project]
  const loading = projects.map(async (id) =>
    loadRegionsInProject({ ...account, project: id }, gaps, sources),
  )
  return (await Promise.all(loading)).flat()
}

/**
 * Loads the IDs of the projects that an account has in its cloud. For an account without projects, returns a list with
 * undefined, which stands for no project.
 */
async function loadProjects(
  account: AccountRef,
  gaps: Gaps,
  { pins, clouds }: Sources,
): Promise<readonly (string | undefined)[]> {
  const result = await clouds.projects.get(account, { retry: true })
  if ('error' in result) addFailedList(gaps, result.error)
  const { items = [], unreadable = 0 } = valueOf(result) ?? {}
  addUnreadable(gaps, 'projects', unreadable)
  const [first] = items
  if (!first) return [undefined]
  const listed = items.map(({ id }) => id)
  // The user may have pinned regions in a project that the service doesn’t list; the Zones view shows that project,
  // too.
  const pinned = pins.regions(account).map(({ project = first.id }) => project)
  return [...new Set([...listed, ...pinned])]
}

async function loadRegionsInProject(
  ref: CloudProjectRef,
  gaps: Gaps,
  { pins, clouds }: Sources,
): Promise<RegionRef[]> {
  const result = await clouds.regions.get(ref, { retry: true })
  if ('error' in result) addFailedList(gaps, result.error)
  addUnreadable(gaps, 'regions', valueOf(result)?.unreadable ?? 0)
  const regions = collectRegions(ref, pins, clouds)
  const optedIn = regions.filter(({ isOptedIn }) => isOptedIn)
  gaps.notOptedIn += regions.length - optedIn.length
  // A service without a list of regions doesn’t say whether the account has any, so some may be missing.
  const isUnsupported = 'value' in result && !result.value
  if (isUnsupported && regions.length === 0) gaps.failedLists += 1
  return optedIn
}
