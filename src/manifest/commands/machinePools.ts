import { viewIds } from '../../contributions.ts'
import {
  inTitle,
  mayDelete,
  never,
  onRow,
  withConnection,
  type CommandContributions,
} from '../contribution.ts'

export const machinePoolCommands: CommandContributions = {
  goToMachinePool: {
    title: {
      en: 'Go to Machine Pool…',
      de: 'Gehe zu Maschinenpool…',
      ja: 'マシン プールへ移動…',
      'zh-cn': '转到机器池…',
    },
    description:
      'Finds a machine pool, also in clusters that aren’t loaded, and reveals it. What needs attention comes first.',
    icon: '$(search)',
    palette: withConnection,
    menus: [inTitle(viewIds.machinePools, 'navigation@1')],
  },
  refreshMachinePools: {
    title: {
      en: 'Refresh Machine Pools',
      de: 'Maschinenpools aktualisieren',
      ja: 'マシン プールを最新の情報に更新',
      'zh-cn': '刷新机器池',
    },
    description: 'Loads the Machine Pools view again.',
    icon: '$(refresh)',
    palette: withConnection,
    menus: [inTitle(viewIds.machinePools, 'navigation@2')],
  },
  loadMore: {
    title: {
      en: 'Load More Clusters',
      de: 'Weitere Cluster laden',
      ja: 'クラスターをさらに読み込む',
      'zh-cn': '加载更多集群',
    },
    description: 'Loads the next page of clusters.',
    palette: never,
  },
  deleteMachinePool: {
    title: {
      en: 'Delete Machine Pool…',
      de: 'Maschinenpool löschen…',
      ja: 'マシン プールの削除…',
      'zh-cn': '删除机器池…',
    },
    description:
      'Deletes machine pools after you confirm. See [Deleting machine pools](deleting.md).',
    // Not as `enablement`: the Delete key must run it, too, and say why nothing is deleted.
    palette: `${withConnection} && ${mayDelete}`,
    menus: [onRow('delete', '5_delete@1', mayDelete)],
  },
  showPoolsInZone: {
    title: {
      en: 'Show Machine Pools in This Zone',
      de: 'Maschinenpools in dieser Zone anzeigen',
      ja: 'このゾーンのマシン プールを表示',
      'zh-cn': '显示此可用区中的机器池',
    },
    description: 'Lists the machine pools of the account that are in a zone.',
    icon: '$(server)',
    palette: never,
    menus: [onRow('pools', 'inline@1'), onRow('pools', '0_zones@1')],
  },
  showDeletionHistory: {
    title: {
      en: 'Show Deletion History…',
      de: 'Löschverlauf anzeigen…',
      ja: '削除履歴の表示…',
      'zh-cn': '显示删除历史记录…',
    },
    description: 'Lists the last 50 deletions. See [The history](drains.md#the-history).',
    palette: withConnection,
    menus: [inTitle(viewIds.machinePools, '1_pools@2')],
  },
}
