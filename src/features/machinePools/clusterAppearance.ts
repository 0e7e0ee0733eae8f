import * as vscode from 'vscode'
import { isPinnedOrDeleting } from '../../clusters/configs.ts'
import { lifecyclePhase, type PoolCounts } from '../../model/poolFacts.ts'
import { joinDescription, providerText, displayText } from '../../displayTexts.ts'
import { poolsText } from '../../ui/listTexts.ts'
import {
  consoleLink,
  presenceText,
  typeIcon,
  unlistedReason,
  warningIcon,
} from '../../ui/trees/items.ts'
import type { CloudConfigNode } from '../../ui/trees/nodes.ts'
import type { RowItem } from '../../ui/trees/rows.ts'
import type { Tooltip } from '../../ui/trees/tooltips.ts'
import { healthText, isUsual } from './poolAppearance.ts'

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState

/** Returns the appearance of a cluster’s row. Its state and health are shown only if they are unusual. */
export function configItem(node: CloudConfigNode): RowItem {
  const { provider, name, shortName = name, cluster, region, presence } = node
  const { state } = cluster ?? {}
  const phase = lifecyclePhase({ state })
  const { pools, nodes } = node.counts ?? {}
  const isUnhealthy = nodes !== undefined && nodes.healthy < nodes.all
  const isUnusual = !isUsual(state, 'running')
  const unusualState = isUnusual && state && displayText(state)
  const health = nodes && vscode.l10n.t('{0} healthy', healthyText(nodes))
  const poolCount = pools !== undefined && poolsText(pools)
  const presenceLabel = presenceText(node)
  const regionName = region !== undefined && displayText(region)
  return {
    label: displayText(shortName),
    fullLabel: displayText(name),
    // Pinned clusters start expanded, which loads their pools. Other clusters load when the user expands them.
    state: isPinnedOrDeleting(node) ? Expanded : Collapsed,
    icon: configIcon(presence, phase, isUnusual || isUnhealthy),
    // A narrow side bar cuts off the end of the description, so the most important part is first.
    description: joinDescription(
      unusualState,
      isUnhealthy && health,
      poolCount,
      regionName,
      presenceLabel,
    ),
    spoken: [providerText(provider), !isUnhealthy && health],
  }
}

/** Returns the icon of a cluster: it turns while the cluster is being created, imported, or deleted. */
function configIcon(
  presence: CloudConfigNode['presence'],
  phase: ReturnType<typeof lifecyclePhase>,
  needsAttention: boolean,
): vscode.ThemeIcon {
  const isInTransition = phase === 'leaving' || phase === 'arriving'
  if (isInTransition) return new vscode.ThemeIcon('loading~spin')
  return needsAttention ? warningIcon() : typeIcon(presence, 'layers')
}

export function configTooltip(node: CloudConfigNode): Tooltip {
  const { name: title, configUid, provider, cluster, region, project, counts } = node
  const account = cluster?.account
  return {
    title,
    facts: [
      [vscode.l10n.t('Project'), project?.name],
      [vscode.l10n.t('Cluster'), cluster?.uid, 'id'],
      [vscode.l10n.t('Cloud config'), configUid, 'id'],
      [vscode.l10n.t('Provider'), providerText(provider)],
      [vscode.l10n.t('Cloud account'), account && (account.name ?? account.uid)],
      [vscode.l10n.t('Region'), region],
      [vscode.l10n.t('State'), cluster?.state],
      [vscode.l10n.t('Health'), cluster?.health && healthText(cluster.health)],
      [vscode.l10n.t('Machine pools'), counts?.pools],
      [vscode.l10n.t('Healthy nodes'), counts?.nodes && healthyText(counts.nodes)],
    ],
    note: unlistedReason(node),
    link: consoleLink(node),
  }
}

/** Formats the number of healthy nodes and of all nodes, such as “5/6”, or “5/6+” if there may be more. */
function healthyText({ healthy, all, isExact }: NonNullable<PoolCounts['nodes']>): string {
  return `${healthy}/${all}${isExact ? '' : '+'}`
}
