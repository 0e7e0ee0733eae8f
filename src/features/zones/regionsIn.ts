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

/** What is missing in lists of accounts, projects, and regions. */
export interface Gaps {
  /** The number of lists of accounts and regions that couldn’t be loaded. */
  failedLists: number
  /** True if not all accounts are listed. */
  isTruncated: boolean
  /** The number of regions that accounts haven’t opted in to. */
  notOptedIn: number
  /** The numbers of entries that couldn’t be read. */
  readonly unreadable: { -readonly [what in Unshown]?: number }
  /** The first error. */
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
 * Loads the regions that an account has opted in to, in all of its projects or in one. What is missing is added to
 * `gaps`. For an account whose provider has no regions, there is a single reference without a region.
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

/** Loads the IDs of an account’s projects in its cloud; only undefined if there are none. */
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
  // As in the view, regions may be pinned in a project that isn’t listed.
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
  // A service that doesn’t list regions may have some, and doesn’t say which.
  const isUnsupported = 'value' in result && !result.value
  if (isUnsupported && regions.length === 0) gaps.failedLists += 1
  return optedIn
}
