import * as vscode from 'vscode'
import type { Connection } from '../../connections/connection.ts'
import { commandIds } from '../../contributions.ts'
import { accountsOf } from '../../inventory/accounts.ts'
import { keyOf, ofZoneProvider, type AccountRef } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { visible, withoutIcons } from '../../texts.ts'
import { CommandError } from '../../ui/commandErrors.ts'
import { runAction } from '../../ui/messages.ts'
import { mayHaveZones } from '../../api/providers.ts'

/**
 * Prompts for the accounts to compare, with those of the given items selected. Undefined if canceled. Throws if there
 * is none.
 */
export async function askComparedAccounts(
  title: string,
  connection: Connection,
  chosen: readonly AccountRef[],
  { tracked, clouds }: Parts,
): Promise<readonly AccountRef[] | undefined> {
  const identityOf = (account: AccountRef) => keyOf('account', ofZoneProvider(account))
  const picked = new Set(chosen.map(identityOf))
  const accounts = accountsOf(connection, tracked, clouds).filter(mayHaveZones)
  if (accounts.length === 0) {
    throw new CommandError(vscode.l10n.t('There are no cloud accounts to compare.'), [
      runAction(vscode.l10n.t('List Zones'), commandIds.listZones),
    ])
  }
  const items = accounts.map((account) => ({
    label: withoutIcons(visible(account.name)),
    description: withoutIcons(visible(account.provider)),
    picked: picked.has(identityOf(account)),
    account,
  }))
  const answer = await vscode.window.showQuickPick(
    items.sort((a, b) => a.label.localeCompare(b.label)),
    {
      title,
      placeHolder: vscode.l10n.t(
        'Select one account to compare its regions, or several accounts to compare with each other',
      ),
      canPickMany: true,
      matchOnDescription: true,
    },
  )
  return answer?.map(({ account }) => account)
}
