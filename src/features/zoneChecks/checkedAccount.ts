import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { accountsOf, type KnownAccount } from '../../inventory/accounts.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import type { CloudProjectRef } from '../../inventory/refs.ts'
import type { TrackedItems } from '../../inventory/trackedItems.ts'
import { askCloudProject } from '../zones/cloudProject.ts'
import { accountPage } from '../../ui/prompts/itemSource.ts'
import { askProvider, zoneProviders } from '../../ui/prompts/askProvider.ts'
import {
  askChoice,
  back,
  substep,
  type Answer,
  type Choice,
  type StepInfo,
} from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'

interface Account {
  readonly uid: string
  /** Undefined for an entered UID. */
  readonly provider?: string
}

/** Prompts for the cloud account that zones are checked against. Undefined if canceled. */
export async function askCheckedAccount(
  connection: Connection,
  tracked: TrackedItems,
  clouds: Clouds,
): Promise<CloudProjectRef | undefined> {
  const info = { title: vscode.l10n.t('Select Account for Zone Checks') }
  for (;;) {
    const account = await askAccount(info, connection, tracked, clouds)
    if (account === undefined || account === back) return undefined
    const recent = tracked.accounts(connection.name).map((one) => one.provider)
    const provider = account.provider ?? (await askProvider(substep(info), recent, zoneProviders))
    if (provider === undefined) return undefined
    if (provider === back) continue
    const place = { connection, provider, cloudAccountUid: account.uid }
    const kept = tracked.account(place)?.regions ?? []
    const chosen = await askCloudProject(substep(info), place, kept, clouds)
    if (chosen === undefined) return undefined
    if (chosen !== back) return { ...place, project: chosen.project }
  }
}

/** Asks for an account that is pinned, listed or typed. */
function askAccount(
  info: StepInfo,
  connection: Connection,
  tracked: TrackedItems,
  clouds: Clouds,
): Promise<Answer<Account>> {
  const all = () => accountsOf(connection, tracked, clouds)
  const pinned = all().filter(({ isPinned }) => isPinned)
  const others = () =>
    all().filter(({ isPinned, provider }) => !isPinned && zoneProviders.includes(provider))
  return askChoice<Account>(info, {
    placeholder: vscode.l10n.t('Select a cloud account or enter its UID'),
    choices: pinned.map((one) => choiceOf(one, vscode.l10n.t('recently used'))),
    more: accountPage(clouds, connection, () =>
      others().map((one) => choiceOf(one, vscode.l10n.t('listed by the service'))),
    ),
    typed: typedSegment(vscode.l10n.t('use this cloud account UID'), (uid) => ({ uid })),
  })
}

function choiceOf(account: KnownAccount, group: string) {
  const { cloudAccountUid: uid, provider, label = uid } = account
  const description = label === uid ? provider : `${provider} · ${uid}`
  return { label, description, uid, value: { uid, provider }, group } satisfies Choice<Account>
}
