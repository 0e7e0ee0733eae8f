import * as vscode from 'vscode'
import { omittedFrom } from '../../api/omitted.ts'
import { zoneProvider } from '../../api/providers.ts'
import type { Clouds } from '../../inventory/clouds.ts'
import type { AccountRef } from '../../inventory/refs.ts'
import type { Pin } from '../../inventory/trackedItems.ts'
import { itemPage, unshown } from '../../ui/prompts/itemSource.ts'
import { choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'

/** Prompts for the Google Cloud project of an account, if there is a choice. */
export async function askCloudProject(
  title: string,
  account: AccountRef,
  recent: readonly Pin[],
  clouds: Clouds,
): Promise<{ project?: string } | undefined> {
  if (zoneProvider(account.provider) !== 'gcp') return {}
  const listed = () =>
    itemPage(
      clouds.projects.getOrRetry(account),
      account.connection,
      (all) =>
        all.map(({ id, name }) => ({
          label: name,
          description: id,
          uid: id,
          value: { project: id },
          group: vscode.l10n.t('listed by the service'),
        })),
      (all) => ({ notes: unshown({ projects: omittedFrom(all) }) }),
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
