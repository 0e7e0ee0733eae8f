import * as vscode from 'vscode'
import { providerOfCloudType } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Clusters } from '../../inventory/clusters.ts'
import { configsOf, poolsOf, type PoolSources } from '../../inventory/configs.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { askLabeledUid, type LabeledUid } from '../../ui/prompts/askLabeledUid.ts'
import { itemPage, clusterSource, omitting } from '../../ui/prompts/itemSource.ts'
import { askProvider, machinePoolProviders } from '../../ui/prompts/askProvider.ts'
import { askChoice, back, runSteps } from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'
import type { Parts } from '../../parts.ts'
import { visible } from '../../texts.ts'
import { machineCount } from './poolRows.ts'
import { poolAppearance } from './poolAppearance.ts'

/** Prompts for a machine pool: provider, cloud config, and name. Undefined if canceled. */
export async function askMachinePool(
  title: string,
  connection: Connection,
  sources: PoolSources & Pick<Parts, 'deletionMonitor'>,
): Promise<MachinePoolRef | undefined> {
  const { clusters } = sources
  const pinned = () => configsOf(connection, sources).filter(({ isPinned }) => isPinned)
  let provider = ''
  let config: LabeledUid = { uid: '' }
  let name = ''
  const isComplete = await runSteps(title, [
    async (info) => {
      const recent = pinned().map((one) => one.provider)
      const answer = await askProvider(info, recent, machinePoolProviders, {
        more: () => providersOf(clusters, connection),
      })
      if (typeof answer === 'string') provider = answer
      return answer
    },
    async (info) => {
      const known = pinned()
        .filter((one) => one.provider === provider)
        .map(({ configUid: uid, label }) => ({ uid, label }))
      const answer = await askLabeledUid(info, known, {
        placeholder: vscode.l10n.t('Select a cloud config or enter its UID'),
        label: vscode.l10n.t('Enter a label for the cloud config, such as the cluster name'),
        more: (toChoices) =>
          clusterSource(clusters, connection, (all) =>
            toChoices(
              all
                .filter(({ cloudType }) => providerOfCloudType(cloudType) === provider)
                .map(({ configUid, name: label }) => ({ uid: configUid, label })),
            ),
          ),
      })
      if (answer !== undefined && answer !== back) config = answer
      return answer
    },
    async (info) => {
      const ref = { connection, provider, configUid: config.uid }
      const answer = await askChoice(info, {
        placeholder: vscode.l10n.t('Select or enter a machine pool name'),
        choices: [],
        value: name,
        more: () =>
          itemPage(
            clusters.configs.getOrRetry(ref),
            connection,
            (read) =>
              poolsOf(ref, sources, read)
                .filter(({ facts }) => facts)
                .map((pool) => {
                  const { icon, text } = poolAppearance(
                    { ...pool, machines: machineCount(pool, clusters) },
                    sources.deletionMonitor.stageOf(pool),
                  )
                  const { machinePoolName: value } = pool
                  const group = vscode.l10n.t('listed by the service')
                  return { label: visible(value), icon: icon.id, detail: text, value, group }
                }),
            ({ unreadable }) => omitting({ pools: unreadable }),
          ),
        typed: typedSegment((text) => text),
      })
      if (typeof answer === 'string') name = answer
      return answer
    },
  ])
  if (!isComplete) return undefined
  const configLabel = config.label === undefined ? {} : { configLabel: config.label }
  return { connection, provider, configUid: config.uid, ...configLabel, machinePoolName: name }
}

/** Returns the providers of the loaded clusters. Errors are shown where clusters are listed. */
async function providersOf(clusters: Clusters, connection: Connection): Promise<string[]> {
  const list = await clusters.get(connection)
  return (list?.clusters ?? []).map(({ cloudType }) => providerOfCloudType(cloudType))
}
