import type { Ability } from '../../contributions.ts'
import { mayHaveZones } from '../prompts/askProvider.ts'
import { consoleLink } from './consoleLink.ts'
import type { MachinePoolNode, RegionNode, TreeNode } from './nodes.ts'

/**
 * Returns the context value of an item: its abilities, which the menus look for one by one. `isDeleting` is true for
 * a machine pool whose deletion is in progress.
 */
export function contextValueOf(node: TreeNode, isDeleting = false): string {
  return abilitiesOf(node, isDeleting).join(';')
}

function abilitiesOf(node: TreeNode, isDeleting: boolean): Ability[] {
  switch (node.kind) {
    case 'account': {
      if (!mayHaveZones(node)) return ['copyId']
      const pin = pinning(node.isPinned)
      return ['details', 'compare', 'refresh', 'reload', pin, 'copyId', 'copyAs']
    }
    case 'cloudProject':
      return ['compare', 'refresh', 'copyId', 'copyAs']
    case 'region':
      return regionAbilities(node)
    case 'zone':
      return ['insert', 'pools', 'copyId', 'copyAs']
    case 'project':
      return ['project', ...console(node), 'refresh', 'copyId', 'copyAs']
    case 'cloudConfig': {
      const pin = pinning(node.isPinned)
      return ['details', ...console(node), 'refresh', 'reload', pin, 'copyId', 'copyAs']
    }
    case 'machinePool':
      return poolAbilities(node, isDeleting)
    case 'machine':
      return ['copyId']
    case 'failure':
      return ['failure', 'refresh', 'reload']
    case 'note':
      return []
  }
}

/** Zones are only in regions that the account has opted in to. */
function regionAbilities({ account, isOptedIn, isPinned }: RegionNode): Ability[] {
  if (account && !mayHaveZones(account)) return ['copyId']
  const own: Ability[] = isOptedIn ? ['compare', 'insert', 'refresh', 'copyAs'] : []
  return ['details', ...own, pinning(isPinned), ...(account ? (['copyId'] as const) : [])]
}

function poolAbilities({ isHybrid, isTracked }: MachinePoolNode, isDeleting: boolean): Ability[] {
  if (isHybrid) return ['refresh', 'copyAs']
  const own: Ability[] = isDeleting ? [] : ['delete', pinning(isTracked)]
  return [...own, 'details', 'refresh', 'copyAs']
}

function pinning(isPinned: boolean): Ability {
  return isPinned ? 'unpin' : 'pin'
}

function console(node: Parameters<typeof consoleLink>[0]): Ability[] {
  return consoleLink(node) === undefined ? [] : ['console']
}
