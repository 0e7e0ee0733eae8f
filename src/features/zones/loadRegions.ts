import { hasRegions } from '../../api/providers.ts'
import type { ApiError } from '../../api/errors.ts'
import {
  withoutRegion,
  type AccountRef,
  type CloudProjectRef,
  type RegionRef,
} from '../../model/refs.ts'
import { collectRegions } from '../../cloud/regions.ts'
import { valueOf, type Result } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'
import type { Unshown } from '../../ui/listTexts.ts'

/**
 * What is missing in a result because lists of accounts, projects, regions, or zones couldn’t be loaded or read in
 * full.
 */
export interface Omissions {
  /** The number of lists of accounts, projects, and regions that couldn’t be loaded. */
  readonly failedLists: number
  /** True if the service has more accounts than were loaded. */
  readonly isTruncated: boolean
  /** The number of regions that were left out because the account hasn’t opted in to them. */
  readonly notOptedIn: number
  /** The number of entries that couldn’t be read, for each kind, such as `{ accounts: 1 }`. */
  readonly unreadable: Readonly<Partial<Record<Unshown, number>>>
  /** The error of the first list that couldn’t be loaded. */
  readonly error?: ApiError | undefined
}

export const noOmissions: Omissions = {
  failedLists: 0,
  isTruncated: false,
  notOptedIn: 0,
  unreadable: {},
}

/** Adds up the omissions of several lists. */
export function mergeOmissions(omissions: readonly Omissions[]): Omissions {
  const unreadable: Partial<Record<Unshown, number>> = {}
  for (const part of omissions) {
    for (const [kind, count] of Object.entries(part.unreadable) as [Unshown, number][]) {
      unreadable[kind] = (unreadable[kind] ?? 0) + count
    }
  }
  return {
    failedLists: omissions.reduce((sum, { failedLists }) => sum + failedLists, 0),
    isTruncated: omissions.some(({ isTruncated }) => isTruncated),
    notOptedIn: omissions.reduce((sum, { notOptedIn }) => sum + notOptedIn, 0),
    unreadable,
    error: omissions.find(({ error }) => error !== undefined)?.error,
  }
}

/** Returns what is missing in a list: all of it if it couldn’t be loaded, and the entries that couldn’t be read. */
export function findOmissions(
  result: Result<{ readonly unreadable: number } | undefined>,
  kind: Unshown,
): Omissions {
  if ('error' in result) return { ...noOmissions, failedLists: 1, error: result.error }
  return { ...noOmissions, unreadable: { [kind]: result.value?.unreadable ?? 0 } }
}

/** The regions of an account, and what is missing in them. */
interface LoadedRegions {
  readonly regions: readonly RegionRef[]
  readonly omissions: Omissions
}

type Sources = Pick<Parts, 'pins' | 'clouds'>

/**
 * Loads the regions that an account has opted in to: those of the Google Cloud project in `ref`, or else those of all
 * projects of the account. For an account whose provider has no regions, the only result is a reference with an empty
 * region.
 */
export async function loadRegions(ref: CloudProjectRef, sources: Sources): Promise<LoadedRegions> {
  const { connection, provider, cloudAccountUid, project } = ref
  const account = { connection, provider, cloudAccountUid }
  if (!hasRegions(provider)) return { regions: [withoutRegion(account)], omissions: noOmissions }
  if (project !== undefined) return loadRegionsInProject({ ...account, project }, sources)
  const { projects, omissions } = await loadProjects(account, sources)
  const loading = projects.map(async (id) =>
    loadRegionsInProject({ ...account, project: id }, sources),
  )
  const loaded = await Promise.all(loading)
  return {
    regions: loaded.flatMap(({ regions }) => regions),
    omissions: mergeOmissions([omissions, ...loaded.map((result) => result.omissions)]),
  }
}

/**
 * Loads the IDs of the Google Cloud projects of an account. For an account without projects, the list has a single
 * element, undefined, which stands for no project.
 */
async function loadProjects(
  account: AccountRef,
  { pins, clouds }: Sources,
): Promise<{ projects: readonly (string | undefined)[]; omissions: Omissions }> {
  const result = await clouds.projects.get(account, { retry: true })
  const omissions = findOmissions(result, 'projects')
  const { items = [] } = valueOf(result) ?? {}
  const [first] = items
  if (!first) return { projects: [undefined], omissions }
  const listed = items.map(({ id }) => id)
  // The user may have pinned regions in a project that the service doesn’t list; the Zones view shows that project,
  // too.
  const pinned = pins.regions(account).map(({ project = first.id }) => project)
  return { projects: [...new Set([...listed, ...pinned])], omissions }
}

async function loadRegionsInProject(
  ref: CloudProjectRef,
  { pins, clouds }: Sources,
): Promise<LoadedRegions> {
  const result = await clouds.regions.get(ref, { retry: true })
  const listOmissions = findOmissions(result, 'regions')
  const known = collectRegions(ref, pins, clouds)
  const regions = known.filter(({ isOptedIn }) => isOptedIn)
  // A service without a list of regions doesn’t say whether the account has any, so some may be missing.
  const isUnsupported = 'value' in result && !result.value
  const isListMissing = isUnsupported && known.length === 0
  const omissions = {
    ...listOmissions,
    notOptedIn: known.length - regions.length,
    failedLists: listOmissions.failedLists + (isListMissing ? 1 : 0),
  }
  return { regions, omissions }
}
