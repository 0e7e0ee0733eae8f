import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { commandIds } from '../../contributions.ts'
import type { Connection } from '../../connections/connection.ts'
import type { AsyncCache } from '../../inventory/asyncCache.ts'
import type { Parts } from '../../parts.ts'
import { joinSentences } from '../../texts.ts'
import { requireConnection } from '../../ui/activeConnection.ts'
import { showMessage } from '../../ui/messages.ts'
import { ensureApiKey } from '../../ui/prompts/apiKey.ts'
import type { Omitted } from '../../ui/prompts/itemSource.ts'
import { choose } from '../../ui/prompts/quickInput.ts'
import { AttentionSearch, type Reveal } from './attentionSearch.ts'

/** The maximum age of data that isn’t loaded again, in milliseconds. */
const maxAgeMs = 60_000

/**
 * Lists what needs attention: zones that aren’t available and have pools, pools with unhealthy machines or
 * machines outside their zones, and deletions without a known end. Reveals the selected item.
 */
export function showAttentionCommands(parts: Parts) {
  const { connections, apiKeys, clusters, clouds, deletions } = parts
  return {
    [commandIds.showAttention]: async () => {
      const connection = requireConnection(connections)
      if (!(await ensureApiKey(connection, apiKeys))) return
      await deletions.refresh()
      await reload(connection)
      const search = new AttentionSearch(connection, parts)
      const choices = search.deletions()
      let omitted: Omitted | undefined
      const args = await choose<Reveal | 'none'>(vscode.l10n.t('What Needs Attention'), {
        placeholder: vscode.l10n.t('Select an item to reveal it in the view'),
        choices,
        more: () => search.pages(),
        onDemand: {
          loadMore: vscode.l10n.t('Search All Clusters'),
          stop: vscode.l10n.t('Stop Searching'),
          all: true,
        },
        autoAccept: ({ values, problem, isCut, ...rest }) => {
          omitted = rest.omitted
          const isEmpty = values.length + choices.length === 0
          return isEmpty && problem === undefined && !isCut ? 'none' : undefined
        },
      })
      if (args === undefined) return
      if (args !== 'none') {
        await vscode.commands.executeCommand(commandIds.revealInView, args)
        return
      }
      const none = vscode.l10n.t('Nothing that needs attention was found in what could be loaded.')
      if (!omitted) return showMessage('info', none)
      showMessage('warning', joinSentences(none, `${omitted.title}.`, omitted.detail))
    },
  }

  /** Loads what is old again, when it is needed. */
  async function reload(connection: Connection): Promise<void> {
    const isOld = (at: number | undefined) => at !== undefined && clock.now() - at > maxAgeMs
    const drop = <R>(cache: AsyncCache<R, unknown>) =>
      cache.refreshIf((ref) => isOld(cache.peek(ref)?.at))
    drop(clusters.configs)
    drop(clusters.machineLists)
    drop(clouds.zones)
    // After a failure, the earlier list is used.
    if (isOld(clusters.peek(connection)?.at)) await clusters.reload(connection).catch(() => {})
  }
}
