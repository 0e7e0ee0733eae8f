import { strict as assert } from 'node:assert'
import type { ThemeIcon } from 'vscode'
import type { Fault, SupportedLookups } from '../sandbox/service.ts'
import { type Row, type Session, until, useSession } from './helpers.ts'
import { getItemName, type FakeQuickPick } from '../fakeVscode/quickInputs.ts'
import { getRegionNames } from '../sandbox/regions.ts'

/** Gives each test of the suite a new session, whose sandbox supports all lookups. */
export function useSessionWithLookups(): Session {
  const session = useSession()
  beforeEach(() => setLookups(session, 'all'))
  return session
}

/** Makes the sandbox one that has always supported these lookups, and forgets its earlier requests. */
export async function setLookups(session: Session, lookups: SupportedLookups): Promise<void> {
  // With the list of projects, the Zones view has a row about accounts of projects.
  session.sandbox.lookups = lookups === 'all' ? { projects: false } : lookups
  await session.setKey(session.name, session.sandbox.apiKey) // otherwise, Poolkeeper expects that a supported lookup stays supported
  await session.run('refreshZones')
  session.sandbox.requests.length = 0
}

/**
 * The paths of the sandbox’s requests, in order, without queries, and without the list of projects, which
 * Poolkeeper requests along with the accounts.
 */
export function getRequestedPaths({ sandbox }: Pick<Session, 'sandbox'>): string[] {
  return sandbox.requests
    .map(({ url }) => url.split('?')[0] ?? '')
    .filter((path) => path !== '/v1/dashboard/projects/metadata')
}

/** The row of the Zones view at the end of a path of labels. Throws if there is none. */
export async function requireRow(session: Session, ...labels: string[]): Promise<Row> {
  const row = await session.row('zones', ...labels)
  assert.ok(row, `${labels.join(' > ')} is not in the view`)
  return row
}

/** A row’s icon and description, such as `$(globe) 3 zones`. */
export function describeRow({ item }: Row): string {
  const icon = item.iconPath as ThemeIcon
  return [`$(${icon.id})`, item.description].filter(Boolean).join(' ')
}

/** The paths of lookups that the Zones view requests. */
export const lookupPaths = {
  accounts: '/v1/cloudaccounts/summary',
  awsRegions: '/v1/clouds/aws/regions',
  gcpProjects: '/v1/clouds/gcp/projects',
}

/** The regions of AWS that an account has to opt in to first. */
export const regionsNotOptedIn = [
  'ap-southeast-6',
  'ap-southeast-7',
  'il-central-1',
  'mx-central-1',
]

/** The regions of AWS in the order of the Zones view: those that need no opt-in first. */
export const awsRegions = [
  ...getRegionNames('aws').filter((region) => !regionsNotOptedIn.includes(region)),
  ...regionsNotOptedIn,
]

/** A fault of the lookup with exactly this path. */
export function createLookupFault(path: string, fault: Fault): Fault {
  return { method: 'GET', path: `${path}?`, times: null, ...fault }
}

/** The last entry of a list, which opens the prompts for an entry that is not listed. */
export const enterManuallyLabel = 'Enter Manually…'

/** The next quick pick that stays open, once its list is loaded. */
export async function getLoadedPick(session: Session): Promise<FakeQuickPick> {
  const pick = await session.dialogs.pick()
  await until('the whole list', () => pick.isOver || !pick.busy)
  return pick.isOver ? getLoadedPick(session) : pick // a list with a single entry selects it by itself
}

/** Why a list could not be loaded; undefined if it was. */
export function findProblem({ items }: FakeQuickPick): string | undefined {
  return items.find((item) => getItemName(item) === loadFailedLabel)?.detail
}

/** The last entry of a list that could not be loaded; it loads the list again. */
export const loadFailedLabel = '$(warning) Couldn’t load the list'
