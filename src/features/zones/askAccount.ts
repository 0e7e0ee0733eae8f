import * as vscode from 'vscode'
import type { CloudAccount, CloudProject } from '../../api/accountSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import { collectAccounts, type KnownAccount } from '../../cloud/accounts.ts'
import type { AccountList, Clouds } from '../../cloud/clouds.ts'
import { isSameAccount, type AccountRef, type CloudProjectRef } from '../../model/refs.ts'
import type { Pin, Pins } from '../../pins/pins.ts'
import { hasZones, underlyingProvider, zoneProviders } from '../../api/providers.ts'
import { valueOf } from '../../cache/results.ts'
import { askDisplayName, askProvider } from '../../ui/prompts/askUnlisted.ts'
import { commandIds } from '../../contributions.ts'
import { lacksProjectsText, truncated } from '../../ui/listTexts.ts'
import { joinDescription } from '../../displayTexts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { type Choice, choose } from '../../ui/prompts/quickInput.ts'
import { checkZoneProvider, typedSegment } from '../../ui/prompts/validation.ts'
import { itemPage, unshown, type ItemPage } from '../../ui/prompts/itemSource.ts'

/** A cloud account, or one of its Google Cloud projects, with the account’s display name. */
export interface LabeledAccount extends CloudProjectRef {
  readonly cloudAccountLabel?: string | undefined
}

/** The sources of the choices in the prompts for an account. */
interface AccountSources {
  readonly connection: Connection
  readonly pins: Pins
  readonly clouds: Clouds
  /** True to prompt for the name to show for an account that isn’t listed. */
  readonly asksName?: boolean
  /** The account that is offered first. */
  readonly suggested?: LabeledAccount | undefined
}

/** The account that was selected or entered in the list of accounts. */
interface AccountAnswer {
  readonly uid: string
  /** Undefined for a UID that was entered, or if the service doesn’t return the account’s provider. */
  readonly provider?: string
  readonly label?: string | undefined
  /** The Google Cloud project, if it is known already. */
  readonly project?: string | undefined
  readonly isEntered?: boolean
}

type AccountChoice = Choice<AccountAnswer>

/**
 * Prompts for a cloud account, which may be pinned, listed, or entered as a UID. Then prompts for what isn’t known
 * about the account: its provider, its Google Cloud project, and the name to show. If only one account is listed, it is
 * taken without a prompt. Undefined if canceled.
 */
export async function askAccount(
  title: string,
  sources: AccountSources,
): Promise<LabeledAccount | undefined> {
  const { connection, pins, clouds, asksName } = sources
  const answer = await askListedAccount(title, sources)
  if (!answer) return undefined
  const pinnedProviders = pins.accounts(connection.name).map(({ provider }) => provider)
  const provider =
    answer.provider ?? (await askProvider(title, pinnedProviders, zoneProviders, checkZoneProvider))
  if (provider === undefined) return undefined
  const needsName = asksName && answer.isEntered
  const label = needsName ? await askDisplayName(title) : (answer.label ?? '')
  if (label === undefined) return undefined
  const account = { connection, provider, cloudAccountUid: answer.uid }
  const pinned = pins.account(account)?.pins ?? []
  const { project } = answer
  const projectAnswer =
    project === undefined ? await askCloudProject(title, account, pinned, clouds) : { project }
  if (!projectAnswer) return undefined
  return { ...account, ...projectAnswer, cloudAccountLabel: label || undefined }
}

/**
 * Returns the account that is pinned, with the Google Cloud project of its pinned regions. Undefined if several are
 * pinned, or none, or if the service’s list lacks the account.
 */
export function findPinnedAccount(sources: AccountSources): LabeledAccount | undefined {
  const [account, ...otherPinned] = accountsWithZones(sources).filter(({ isPinned }) => isPinned)
  if (!account || otherPinned.length > 0 || account.presence === 'unlisted') return undefined
  const { connection, provider, cloudAccountUid, label: cloudAccountLabel } = account
  const labeled = { connection, provider, cloudAccountUid, cloudAccountLabel }
  if (underlyingProvider(provider) !== 'gcp') return labeled
  const [project, ...otherProjects] = pinnedProjects(sources.pins.account(account)?.pins ?? [])
  return project === undefined || otherProjects.length > 0 ? undefined : { ...labeled, project }
}

async function askListedAccount(
  title: string,
  sources: AccountSources,
): Promise<AccountAnswer | undefined> {
  const pinned = otherAccounts(sources).filter(({ isPinned }) => isPinned)
  const pinnedGroup = vscode.l10n.t('pinned')
  let onlyAccount: AccountAnswer | undefined
  return choose<AccountAnswer>(title, {
    placeholder: vscode.l10n.t('Select a cloud account or enter its UID'),
    choices: [
      ...suggestedChoices(sources),
      ...pinned.map((account) => accountChoice(account, pinnedGroup)),
    ],
    more: async () => {
      const { page, isComplete } = await loadAccounts(sources)
      onlyAccount = isComplete ? findOnlyAccount(sources) : undefined
      return page
    },
    autoAccept: () => onlyAccount,
    typed: typedSegment((uid) => ({ uid, isEntered: true })),
  })
}

function accountsWithZones({ connection, pins, clouds }: AccountSources): KnownAccount[] {
  const accounts = collectAccounts(connection, pins, clouds)
  return accounts.filter(({ provider }) => hasZones(provider))
}

/** Returns the known accounts without the suggested one. */
function otherAccounts(sources: AccountSources): KnownAccount[] {
  const { suggested } = sources
  return accountsWithZones(sources).filter((account) => !isSameAccount(account, suggested))
}

/** Returns the choice for the suggested account. Empty if there is none. */
function suggestedChoices(sources: AccountSources): AccountChoice[] {
  const { suggested } = sources
  if (!suggested) return []
  const { cloudAccountUid: uid, provider, project, cloudAccountLabel = uid } = suggested
  const known = accountsWithZones(sources).find((account) => isSameAccount(account, suggested))
  const label = known?.name ?? cloudAccountLabel
  const description = joinDescription(provider, project, label !== uid && uid)
  const value = { uid, provider, project, label: label === uid ? undefined : label }
  return [{ label, description, uid, value, group: vscode.l10n.t('for this file') }]
}

/** Returns the account if only a single account is known, and the service lists that account. */
function findOnlyAccount(sources: AccountSources): AccountAnswer | undefined {
  const [first, ...rest] = accountsWithZones(sources)
  const isOnly = rest.length === 0 && first?.presence === 'listed'
  return isOnly ? accountAnswer(first) : undefined
}

/**
 * Loads the list of accounts. `isComplete` is true only if no account can be missing, not even an account that belongs
 * to a project of the service.
 */
async function loadAccounts(
  sources: AccountSources,
): Promise<{ page: ItemPage<AccountChoice>; isComplete: boolean }> {
  const { connection, clouds } = sources
  const loading = clouds.accounts.get(connection, { retry: true })
  const checkingProjects = clouds.lacksProjects(connection)
  const choicesOf = (list: AccountList) => listedChoices(list, sources)
  const page = await itemPage(loading, connection, choicesOf, (list) =>
    missingAccountNotes(list, connection),
  )
  const lacksProjects = await checkingProjects
  const list = valueOf(await loading)
  const isComplete = lacksProjects === false && list?.withoutProvider.length === 0
  if (!lacksProjects) return { page, isComplete }
  const selectProject = {
    icon: 'project',
    title: lacksProjectsText,
    command: commandIds.selectProject,
  }
  return { page: { ...page, notes: [selectProject, ...(page.notes ?? [])] }, isComplete }
}

function listedChoices(list: AccountList, sources: AccountSources): AccountChoice[] {
  const unpinned = otherAccounts(sources).filter(({ isPinned }) => !isPinned)
  const group = vscode.l10n.t('listed by the service')
  return [
    ...unpinned.map((account) => accountChoice(account, group)),
    ...list.withoutProvider.map((account) => choiceWithoutProvider(account, group)),
  ]
}

/** Returns notes about accounts that are missing in the list, and the error of the list. */
function missingAccountNotes(
  list: AccountList,
  connection: Connection,
): Partial<ItemPage<AccountChoice>> {
  const { unreadable, withoutProvider, isTruncated, error } = list
  const notes = unshown({ accounts: unreadable - withoutProvider.length })
  if (isTruncated && !error) notes.push(truncated)
  return { notes, problem: error && errorText(error, connection) }
}

function accountAnswer({ cloudAccountUid: uid, provider, label }: KnownAccount): AccountAnswer {
  return { uid, provider, label }
}

function accountChoice(account: KnownAccount, group: string): AccountChoice {
  const { cloudAccountUid: uid, provider, label = uid } = account
  const description = label === uid ? provider : `${provider} · ${uid}`
  return { label, description, uid, value: accountAnswer(account), group }
}

/** Returns the choice for an account that the service lists without a provider. */
function choiceWithoutProvider({ uid, name }: CloudAccount, group: string): AccountChoice {
  return { label: name, description: uid, uid, value: { uid, label: name }, group }
}

/**
 * The answer to the prompt for a Google Cloud project. It has no project if the zones are to be requested without a
 * project.
 */
interface CloudProjectAnswer {
  readonly project?: string
}

/**
 * Prompts for the Google Cloud project of an account, unless only one is possible. `recent` are the account’s pinned
 * regions, whose projects are offered, too.
 */
export async function askCloudProject(
  title: string,
  account: AccountRef,
  recent: readonly Pin[],
  clouds: Clouds,
): Promise<CloudProjectAnswer | undefined> {
  if (underlyingProvider(account.provider) !== 'gcp') return {}
  return choose<CloudProjectAnswer>(title, {
    placeholder: vscode.l10n.t('Select or enter a Google Cloud project'),
    choices: [],
    more: async () => {
      const page = await itemPage(
        clouds.projects.get(account, { retry: true }),
        account.connection,
        ({ items }) => items.map(listedProjectChoice),
        ({ unreadable }) => ({ notes: unshown({ projects: unreadable }) }),
      )
      return page.values.length > 0 ? page : { ...page, values: unlistedProjectChoices(recent) }
    },
    autoAccept: (loaded) => (loaded.length === 1 ? loaded[0]?.value : undefined),
    typed: typedSegment((project) => ({ project })),
  })
}

function listedProjectChoice({ id, name }: CloudProject): Choice<CloudProjectAnswer> {
  const group = vscode.l10n.t('listed by the service')
  return { label: name, description: id, uid: id, value: { project: id }, group }
}

/** Returns the choices if the service lists no projects: the projects of pinned regions, and no project. */
function unlistedProjectChoices(recent: readonly Pin[]): Choice<CloudProjectAnswer>[] {
  const group = vscode.l10n.t('pinned')
  const choices: Choice<CloudProjectAnswer>[] = []
  for (const project of pinnedProjects(recent))
    choices.push({ label: project, value: { project }, group })
  // The API path for zones that the service’s documentation describes needs no project.
  choices.push({ label: vscode.l10n.t('Continue without a project'), value: {}, group: '' })
  return choices
}

/** Returns the Google Cloud projects of pinned regions, each once. */
function pinnedProjects(pinned: readonly Pin[]): Set<string> {
  return new Set(pinned.flatMap(({ project = [] }) => project))
}
