import { strict as assert } from 'node:assert'
import type { ThemeIcon } from 'vscode'
import type { Fault, SupportedLookups } from '../sandbox/service.ts'
import { type Row, type Session, until, useSession } from './helpers.ts'
import { nameOf, type FakeQuickPick } from '../fakeVscode/quickInputs.ts'
import { getRegionNames } from '../sandbox/regions.ts'

/** Gives each test of the suite a session of its own, whose service offers all lookups. */
export function useLookups(): Session {
  const session = useSession()
  beforeEach(() => offer(session, 'all'))
  return session
}

/** Lets the service be one that has always offered these lookups, and forgets what it was asked before. */
export async function offer(session: Session, lookups: SupportedLookups): Promise<void> {
  // Where projects are listed, the Zones view says that their accounts aren't.
  session.sandbox.lookups = lookups === 'all' ? { projects: false } : lookups
  await session.setKey(session.name, session.sandbox.apiKey) // what has worked is expected to work
  await session.run('refreshZones')
  session.sandbox.requests.length = 0
}

/**
 * The paths that a service was asked for, in order, without their queries, and without its projects, which are
 * asked for beside its accounts.
 */
export function asked({ sandbox }: Pick<Session, 'sandbox'>): string[] {
  return sandbox.requests
    .map(({ url }) => url.split('?')[0] ?? '')
    .filter((path) => path !== '/v1/dashboard/projects/metadata')
}

/** The row of the Zones view at the end of a path of labels, which must be there. */
export async function rowAt(session: Session, ...labels: string[]): Promise<Row> {
  const row = await session.row('zones', ...labels)
  assert.ok(row, `${labels.join(' > ')} is not in the view`)
  return row
}

/** How a row looks: its icon, and what stands behind its label. */
export function look({ item }: Row): string {
  const icon = item.iconPath as ThemeIcon
  return [`$(${icon.id})`, item.description].filter(Boolean).join(' ')
}

/** The paths of the lookups that the Zones view asks. */
export const paths = {
  accounts: '/v1/cloudaccounts/summary',
  awsRegions: '/v1/clouds/aws/regions',
  gcpProjects: '/v1/clouds/gcp/projects',
}

/** The regions of aws that an account has to opt in to first. */
export const notOptedIn = ['ap-southeast-6', 'ap-southeast-7', 'il-central-1', 'mx-central-1']

/** The regions of aws as they are to be listed: those first that can be used at once. */
export const awsRegions = [
  ...getRegionNames('aws').filter((region) => !notOptedIn.includes(region)),
  ...notOptedIn,
]

/** A fault of one lookup, and of no other one below its path. */
export function faultAt(path: string, fault: Fault): Fault {
  return { method: 'GET', path: `${path}?`, times: null, ...fault }
}

/** What stands behind the pools of a list, and leads to the prompts for another one. */
export const manual = 'Enter Manually…'

/** The next list that asks, once all of it is there. */
export async function nextPick(session: Session): Promise<FakeQuickPick> {
  const pick = await session.dialogs.pick()
  await until('the whole list', () => pick.isOver || !pick.busy)
  return pick.isOver ? nextPick(session) : pick // it has answered itself
}

/** What a list says of why it is short; undefined where it says nothing. */
export function problemIn({ items }: FakeQuickPick): string | undefined {
  return items.find((item) => nameOf(item) === failed)?.detail
}

/** What stands last in a list that could not be read, and reads it again. */
export const failed = '$(warning) Couldn’t load the list'
