import * as vscode from 'vscode'
import type { PoolDeleter } from '../../inventory/poolDeleter.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import type { ZoneShare } from '../../inventory/zoneSpread.ts'
import { providerText } from '../../texts.ts'
import { consoleLink } from '../../ui/trees/consoleLink.ts'
import { unlistedReason } from '../../ui/trees/items.ts'
import type {
  CloudConfigNode,
  MachineNode,
  MachinePoolNode,
  MachinePoolsEntry,
} from '../../ui/trees/nodes.ts'
import type { Fact, Tooltip } from '../../ui/trees/tooltips.ts'
import { oneLine } from './drainTexts.ts'
import { deletionAppearance, healthText, healthyText, kindTexts } from './poolAppearance.ts'

/** Returns the tooltip of a node of the Machine Pools view. */
export function machinePoolsTooltip(node: MachinePoolsEntry, poolDeleter: PoolDeleter): Tooltip {
  switch (node.kind) {
    case 'project':
      return {
        title: node.name,
        facts: [[vscode.l10n.t('Project'), node.uid, 'id']],
        link: consoleLink(node),
      }
    case 'cloudConfig':
      return configTooltip(node)
    case 'machinePool':
      return poolTooltip(node, poolDeleter)
    case 'machine':
      return machineTooltip(node)
  }
}

function machineTooltip(node: MachineNode): Tooltip {
  const { name: title, uid, state, since, zone, health, deletionTimestamp, messages = [] } = node
  return {
    title,
    facts: [
      [vscode.l10n.t('UID'), uid, 'id'],
      [vscode.l10n.t('State'), state],
      [vscode.l10n.t('Since'), since],
      [vscode.l10n.t('Zone'), zone],
      [vscode.l10n.t('Health'), health && healthText(health)],
      [vscode.l10n.t('Deletion requested'), deletionTimestamp],
      ...messages.map((message): Fact => [vscode.l10n.t('Message'), oneLine(message)]),
    ],
  }
}

function configTooltip(node: CloudConfigNode): Tooltip {
  const { name: title, configUid, provider, cluster, project, counts } = node
  const account = cluster?.account
  return {
    title,
    facts: [
      [vscode.l10n.t('Project'), project?.name],
      [vscode.l10n.t('Cluster'), cluster?.uid, 'id'],
      [vscode.l10n.t('Cloud config'), configUid, 'id'],
      [vscode.l10n.t('Provider'), providerText(provider)],
      [vscode.l10n.t('Cloud account'), account && (account.name ?? account.uid)],
      [vscode.l10n.t('State'), cluster?.state],
      [vscode.l10n.t('Health'), cluster?.health && healthText(cluster.health)],
      [vscode.l10n.t('Machine pools'), counts?.pools],
      [vscode.l10n.t('Healthy nodes'), counts?.nodes && healthyText(counts.nodes)],
    ],
    note: unlistedReason(node),
    link: consoleLink(node),
  }
}

function poolTooltip(node: MachinePoolNode, poolDeleter: PoolDeleter): Tooltip {
  const { machinePoolName: title, configLabel, configUid, facts, machines } = node
  const scaled = facts && autoscaling(facts)
  return {
    title,
    facts: [
      [vscode.l10n.t('Deletion'), deletionAppearance(poolDeleter.deletionState(node)).text],
      [vscode.l10n.t('Cluster'), configLabel],
      [vscode.l10n.t('Cloud config'), configUid, 'id'],
      [vscode.l10n.t('Kind'), kindTexts(node).filter(Boolean).join(', ')],
      // A deletion’s dialog counts machines, and a configured size may differ.
      [vscode.l10n.t('Nodes'), machines],
      [vscode.l10n.t('Configured size'), machines === undefined && !scaled && facts?.size],
      // Beside a long name, the column is as narrow as VS Code can break its lines.
      [vscode.l10n.t('Autoscaling'), scaled && `${scaled.min}\u2011${scaled.max}`],
      [vscode.l10n.t('Zones'), (node.spread?.map(shareText) ?? facts?.zones)?.join(', ')],
      [vscode.l10n.t('Instance'), facts?.instanceType],
    ],
    note: unlistedReason(node),
  }
}

/** Returns a zone with the number of a pool’s machines in it. */
function shareText({ zone, machines, isEmpty, isOutside }: ZoneShare): string {
  if (isEmpty) return vscode.l10n.t('{0} (no machines)', zone)
  if (isOutside) return vscode.l10n.t('{0} ({1}, not configured)', zone, machines)
  return `${zone} (${machines})`
}
