import * as vscode from 'vscode'
import type { CloudAccount } from '../../api/accountSchemas.ts'
import type { Connection } from '../../connections/connection.ts'
import { collectAccounts, type KnownAccount } from '../../cloud/accounts.ts'
import type { AccountList, Clouds } from '../../cloud/clouds.ts'
import type { AccountRef, CloudProjectRef } from '../../model/refs.ts'
import type { Pin, Pins } from '../../pins/pins.ts'
import { hasZones, underlyingProvider, zoneProviders } from '../../api/providers.ts'
import { askProvider } from '../../ui/prompts/askProvider.ts'
import { commandIds } from '../../contributions.ts'
import { lacksProjectsText, truncated } from '../../ui/listTexts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { askText, type Choice, choose } from '../../ui/prompts/quickInput.ts'
import { checkZoneProvider, typedSegment } from '../../ui/prompts/validation.ts'
import { itemPage, unshown } from '../../ui/prompts/itemSource.ts'

/** A cloud account or one of its projects, with the account’s display name. */
export interface LabeledAccount extends CloudProjectRef {
  readonly cloudAccountLabel?: string | undefined
}

/** What an account is asked from. */
interface AccountSources {
  readonly connection: Connection
  readonly pins: Pins
  readonly clouds: Clouds
  /** True to ask for the label of an account that isn’t listed. */
  readonly asksLabel?: boolean
}

/** The answer to the list of accounts. */
interface Chosen {
  readonly uid: string
  /** Undefined for an entered UID, and if the service doesn’t return it. */
  readonly provider?: string
  readonly label?: string | undefined
  readonly isEntered?: boolean
}

/**
 * Prompts for a cloud account, pinned, listed, or entered, and what isn’t known of it: its provider, its Google Cloud
 * project, and its label. The only listed account is taken without a prompt. Undefined if canceled.
 */
export async function askAccount(
  title: string,
  sources: AccountSources,
): Promise<LabeledAccount | undefined> {
  const { connection, pins, clouds, asksLabel } = sources
  const chosen = await askListed(title, sources)
  if (!chosen) return undefined
  const recent = pins.accounts(connection.name).map((one) => one.provider)
  const provider =
    chosen.provider ?? (await askProvider(title, recent, zoneProviders, checkZoneProvider))
  if (provider === undefined) return undefined
  const isUnnamed = asksLabel && chosen.isEntered
  const label = isUnnamed
    ? await askText(title, {
        prompt: vscode.l10n.t('Enter a label for the cloud account, such as “production”'),
        placeholder: vscode.l10n.t('Leave empty for no label'),
      })
    : (chosen.label ?? '')
  if (label === undefined) return undefined
  const account = { connection, provider, cloudAccountUid: chosen.uid }
  const pinned = pins.account(account)?.pins ?? []
  const inProject = await askCloudProject(title, account, pinned, clouds)
  return inProject && { ...account, ...inProject, cloudAccountLabel: label || undefined }
}

/** Prompts for an account of the list, or a UID. */
async function askListed(
  title: string,
  { connection, pins, clouds }: AccountSources,
): Promise<Chosen | undefined> {
  const known = () =>
    collectAccounts(connection, pins, clouds).filter(({ provider }) => hasZones(provider))
  const pinned = known().filter(({ isPinned }) => isPinned)
  let only: Chosen | undefined
  const othersIn = (list: AccountList) => {
    const others = known().filter(({ isPinned }) => !isPinned)
    const [one, ...more] = [...pinned, ...others]
    const isWhole = list.withoutProvider.length === 0
    const isListed = list.accounts.some(({ uid }) => uid === one?.cloudAccountUid)
    if (one && more.length === 0 && isWhole && isListed) {
      only = chosenOf(one)
    }
    const group = vscode.l10n.t('listed by the service')
    return [
      ...others.map((account) => choiceOf(account, group)),
      ...list.withoutProvider.map((account) => choiceOfUnknown(account, group)),
    ]
  }
  return choose<Chosen>(title, {
    placeholder: vscode.l10n.t('Select a cloud account or enter its UID'),
    choices: pinned.map((account) => choiceOf(account, vscode.l10n.t('recently used'))),
    more: async () => {
      const listed = clouds.accounts.get(connection, { retry: true })
      const lacking = clouds.lacksProjects(connection)
      const page = await itemPage(listed, connection, othersIn, (list) => ({
        notes: [
          ...unshown({ accounts: list.unreadable - list.withoutProvider.length }),
          ...(list.isTruncated && !list.error ? [truncated] : []),
        ],
        ...(list.error && { problem: errorText(list.error, connection) }),
      }))
      const lacksProjects = await lacking
      if (lacksProjects !== false) only = undefined
      const way = { icon: 'project', title: lacksProjectsText, command: commandIds.selectProject }
      return lacksProjects ? { ...page, notes: [way, ...(page.notes ?? [])] } : page
    },
    autoAccept: () => only,
    typed: typedSegment((uid) => ({ uid, isEntered: true })),
  })
}

function chosenOf({ cloudAccountUid: uid, provider, label }: KnownAccount): Chosen {
  return { uid, provider, label }
}

function choiceOf(account: KnownAccount, group: string): Choice<Chosen> {
  const { cloudAccountUid: uid, provider, label = uid } = account
  const description = label === uid ? provider : `${provider} · ${uid}`
  return { label, description, uid, value: chosenOf(account), group }
}

/** Returns the item of an account whose provider the service doesn’t return. */
function choiceOfUnknown({ uid, name }: CloudAccount, group: string): Choice<Chosen> {
  return { label: name, description: uid, uid, value: { uid, label: name }, group }
}

/** Prompts for the Google Cloud project of an account, if there is a choice. */
export async function askCloudProject(
  title: string,
  account: AccountRef,
  recent: readonly Pin[],
  clouds: Clouds,
): Promise<{ project?: string } | undefined> {
  if (underlyingProvider(account.provider) !== 'gcp') return {}
  const listed = () =>
    itemPage(
      clouds.projects.get(account, { retry: true }),
      account.connection,
      ({ items }) =>
        items.map(({ id, name }) => ({
          label: name,
          description: id,
          uid: id,
          value: { project: id },
          group: vscode.l10n.t('listed by the service'),
        })),
      ({ unreadable }) => ({ notes: unshown({ projects: unreadable }) }),
    )
  const used = new Set(recent.flatMap(({ project = [] }) => project))
  const unlisted: Choice<{ project?: string }>[] = [
    ...[...used].map((project) => ({
      label: project,
      value: { project },
      group: vscode.l10n.t('recently used'),
    })),
    // The documented path for zones needs none.
    { label: vscode.l10n.t('Continue without a project'), value: {} },
  ]
  return choose<{ project?: string }>(title, {
    placeholder: vscode.l10n.t('Select or enter a Google Cloud project'),
    choices: [],
    more: async () => {
      const page = await listed()
      return page.values.length > 0 ? page : { ...page, values: unlisted }
    },
    autoAccept: (all) => (all.length === 1 ? all[0]?.value : undefined),
    typed: typedSegment((project) => ({ project })),
  })
}
