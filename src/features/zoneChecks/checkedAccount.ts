import * as vscode from 'vscode'
import { zoneProvider } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Clouds, CloudProjectRef } from '../../inventory/clouds.ts'
import type { Tracked, TrackedAccount } from '../../inventory/tracked.ts'
import { titleOf } from '../../texts.ts'
import { askCloudProject } from '../zones/cloudProject.ts'
import { listedAccounts } from '../../ui/prompts/listed.ts'
import { askProvider, zoneProviders } from '../../ui/prompts/providers.ts'
import {
  askChoice,
  back,
  substep,
  type Answer,
  type Choice,
  type StepInfo,
} from '../../ui/prompts/quickInput.ts'
import { checkSegment } from '../../ui/prompts/validation.ts'

interface Account {
  readonly uid: string
  /** Unknown of a uid that is typed. */
  readonly provider?: string
}

/** Asks which cloud account zones are checked against. Undefined where the user gave up. */
export async function askCheckedAccount(
  connection: Connection,
  tracked: Tracked,
  clouds: Clouds,
): Promise<CloudProjectRef | undefined> {
  const info = { title: vscode.l10n.t('Account for Zone Checks') }
  const kept = tracked.accounts(connection.name)
  for (;;) {
    const account = await askAccount(info, connection, kept, clouds)
    if (account === undefined || account === back) return undefined
    const recent = kept.map((one) => one.provider)
    const provider = account.provider ?? (await askProvider(substep(info), recent, zoneProviders))
    if (provider === undefined) return undefined
    if (provider === back) continue
    const place = { connection, provider, cloudAccountUid: account.uid }
    const { regions = [] } = tracked.account(connection.name, { provider, uid: account.uid }) ?? {}
    const chosen = await askCloudProject(info, place, regions, clouds)
    if (chosen === undefined) return undefined
    if (chosen !== back) return { ...place, project: chosen.project }
  }
}

/** Asks for an account that is kept, listed or typed. */
function askAccount(
  info: StepInfo,
  connection: Connection,
  kept: readonly TrackedAccount[],
  clouds: Clouds,
): Promise<Answer<Account>> {
  const known = new Set(kept.map(keyOf))
  return askChoice<Account>(info, {
    placeholder: vscode.l10n.t('Choose the cloud account or type its uid'),
    choices: kept.map((one) => {
      const ref = { connection, provider: one.provider, cloudAccountUid: one.uid }
      const label = titleOf(one, clouds.accountName(ref)) ?? one.uid
      return choiceOf(one, label, vscode.l10n.t('recently used'))
    }),
    more: listedAccounts(clouds.accounts.getOrRetry(connection), connection, ({ accounts }) =>
      accounts
        .filter((one) => zoneProviders.includes(one.provider) && !known.has(keyOf(one)))
        .map((one) => choiceOf(one, one.name, vscode.l10n.t('all'))),
    ),
    typed: {
      describe: vscode.l10n.t('use this cloud account uid'),
      validate: checkSegment,
      make: (uid) => ({ uid }),
    },
  })
}

function choiceOf({ uid, provider }: Required<Account>, label: string, group: string) {
  const description = label === uid ? provider : `${provider} · ${uid}`
  return { label, description, uid, value: { uid, provider }, group } satisfies Choice<Account>
}

/** One account under two providers that share their accounts is one. */
function keyOf({ provider, uid }: Required<Account>): string {
  return JSON.stringify([zoneProvider(provider), uid])
}
