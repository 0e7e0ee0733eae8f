import * as vscode from 'vscode'
import { machinePoolProviders, providerOfCloudType } from '../../api/providers.ts'
import type { Connection } from '../../connections/connection.ts'
import { noClusters } from '../../inventory/clusterPages.ts'
import type { Clusters } from '../../inventory/clusters.ts'
import { configsOf, poolsOf, type PoolSources } from '../../inventory/configs.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { itemPage, unshown } from '../../ui/prompts/itemSource.ts'
import { askProvider } from '../../ui/prompts/askProvider.ts'
import { askText, choose, type Choice } from '../../ui/prompts/quickInput.ts'
import { typedSegment } from '../../ui/prompts/validation.ts'
import type { Parts } from '../../parts.ts'
import { truncated, visible } from '../../texts.ts'
import { machineCount } from './poolRows.ts'
import { poolAppearance } from './poolAppearance.ts'

/** Prompts for a machine pool: provider, cloud config, and name. Undefined if canceled. */
export async function askMachinePool(
  title: string,
  connection: Connection,
  sources: PoolSources & Pick<Parts, 'deletionMonitor'>,
): Promise<MachinePoolRef | undefined> {
  const { clusters } = sources
  const pinned = configsOf(connection, sources).filter(({ isPinned }) => isPinned)
  const recent = pinned.map((one) => one.provider)
  const provider = await askProvider(title, recent, machinePoolProviders, {
    more: () => providersOf(clusters, connection),
  })
  if (provider === undefined) return undefined
  const config = await askConfig(title, connection, provider, sources)
  if (!config) return undefined
  const ref = { connection, provider, configUid: config.uid }
  const group = vscode.l10n.t('listed by the service')
  const name = await choose(title, {
    placeholder: vscode.l10n.t('Select or enter a machine pool name'),
    choices: [],
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
              return { label: visible(value), icon: icon.id, detail: text, value, group }
            }),
        ({ unreadable }) => ({ notes: unshown({ pools: unreadable }) }),
      ),
    typed: typedSegment((text) => text),
  })
  if (name === undefined) return undefined
  const configLabel = config.label === undefined ? {} : { configLabel: config.label }
  return { ...ref, ...configLabel, machinePoolName: name }
}

/** Returns the providers of the loaded clusters. Errors are shown where clusters are listed. */
async function providersOf(clusters: Clusters, connection: Connection): Promise<string[]> {
  const list = await clusters.get(connection)
  return (list?.clusters ?? []).map(({ cloudType }) => providerOfCloudType(cloudType))
}

/** The UID of a cloud config, with its label. */
interface LabeledUid {
  uid: string
  label?: string | undefined
  /** True if the UID was entered. */
  isNew?: true
}

/** Prompts for a cloud config: a pinned or listed one, or a UID, for which a label can be entered next. */
async function askConfig(
  title: string,
  connection: Connection,
  provider: string,
  sources: PoolSources,
): Promise<LabeledUid | undefined> {
  const { clusters } = sources
  const listed = new Set<string>()
  const choicesOf = (values: readonly LabeledUid[], group: string): Choice<LabeledUid>[] =>
    values
      .filter(({ uid }) => !listed.has(uid) && listed.add(uid))
      .map((value) => {
        const { uid, label } = value
        return {
          label: label ?? uid,
          ...(label !== undefined && { description: uid }),
          uid,
          value,
          group,
        }
      })
  const answer = await choose<LabeledUid>(title, {
    placeholder: vscode.l10n.t('Select a cloud config or enter its UID'),
    choices: choicesOf(
      configsOf(connection, sources)
        .filter((one) => one.isPinned && one.provider === provider)
        .map(({ configUid: uid, label }) => ({ uid, label })),
      vscode.l10n.t('recently used'),
    ),
    more: async function* () {
      for await (const list of clusters.follow(connection)) {
        const { clusters: all, isCut, hasMore, unreadable, reason, error } = list ?? noClusters
        const configs = all
          .filter(({ cloudType }) => providerOfCloudType(cloudType) === provider)
          .map(({ configUid: uid, name: label }) => ({ uid, label }))
        const notes = unshown({ clusters: unreadable }, reason && errorText(reason, connection))
        yield {
          values: choicesOf(configs, vscode.l10n.t('listed by the service')),
          hasMore,
          notes: isCut ? [...notes, truncated] : notes,
          ...(error && { problem: errorText(error, connection) }),
        }
      }
    },
    typed: typedSegment((uid) => ({ uid, isNew: true })),
  })
  if (!answer?.isNew) return answer
  const label = await askText(title, {
    prompt: vscode.l10n.t('Enter a label for the cloud config, such as the cluster name'),
    placeholder: vscode.l10n.t('Leave empty for no label'),
  })
  if (label === undefined) return undefined
  return { uid: answer.uid, ...(label !== '' && { label }) }
}
