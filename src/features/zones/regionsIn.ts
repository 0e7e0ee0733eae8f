import { hasRegions } from '../../api/providers.ts'
import type { ApiError } from '../../api/errors.ts'
import type { CloudProjectRef, RegionRef } from '../../model/refs.ts'
import { collectRegions } from '../../cloud/regions.ts'
import { valueOf } from '../../cache/results.ts'
import type { Parts } from '../../parts.ts'
import type { Unshown } from '../../ui/listTexts.ts'

/** What is missing in lists of accounts, projects, and regions. */
export interface Gaps {
  /** The number of lists of accounts and regions that couldn’t be loaded. */
  failed: number
  /** True if not all accounts are listed. */
  isCut: boolean
  /** The number of regions that accounts haven’t opted in to. */
  notOptedIn: number
  /** The numbers of entries that couldn’t be read. */
  readonly omitted: { -readonly [what in Unshown]?: number }
  /** The first error. */
  error?: ApiError | undefined
}

export function noGaps(): Gaps {
  return { failed: 0, isCut: false, notOptedIn: 0, omitted: {} }
}

/** Loads the regions of an account, or of one of its projects in its cloud. */
export async function regionsIn(
  { connection, provider, cloudAccountUid, project }: CloudProjectRef,
  gaps: Gaps,
  { pins, clouds }: Pick<Parts, 'pins' | 'clouds'>,
): Promise<RegionRef[]> {
  const account = { connection, provider, cloudAccountUid }
  if (!hasRegions(provider)) return [{ ...account, region: '' }]
  let projects: (string | undefined)[] = [project]
  if (project === undefined) {
    const listed = await clouds.projects.get(account, { retry: true })
    if ('error' in listed) fail(gaps, listed.error)
    const { items = [], unreadable = 0 } = valueOf(listed) ?? {}
    omit(gaps, 'projects', unreadable)
    const [only] = items
    // As in the view, regions may be pinned in a project that isn’t listed.
    const kept = pins.regions(account).map(({ project: own = only?.id }) => own)
    if (only) projects = [...new Set([...items.map(({ id }) => id), ...kept])]
  }
  const regions = projects.map(async (one) => {
    const place = { ...account, project: one }
    const listed = await clouds.regions.get(place, { retry: true })
    if ('error' in listed) fail(gaps, listed.error)
    omit(gaps, 'regions', valueOf(listed)?.unreadable ?? 0)
    const all = collectRegions(place, pins, clouds)
    const known = all.filter(({ isOptedIn }) => isOptedIn)
    gaps.notOptedIn += all.length - known.length
    // The service may have some, and doesn’t say which.
    if ('value' in listed && !listed.value && all.length === 0) gaps.failed++
    return known
  })
  return (await Promise.all(regions)).flat()
}

export function fail(gaps: Gaps, error: ApiError): void {
  gaps.failed++
  gaps.error ??= error
}

export function omit({ omitted }: Gaps, what: Unshown, count: number): void {
  omitted[what] = (omitted[what] ?? 0) + count
}
