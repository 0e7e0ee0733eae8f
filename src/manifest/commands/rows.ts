import {
  inCopyMenu,
  never,
  onRow,
  refreshTitle,
  withConnection,
  type CommandContributions,
} from '../contribution.ts'

/** The commands for the rows of both views, such as Copy Name. */
export const rowCommands: CommandContributions = {
  refresh: {
    title: refreshTitle,
    description: 'Loads a row again. Without a row, loads both views again.',
    icon: '$(refresh)',
    palette: never,
    menus: [onRow('refreshInline', 'inline@1'), onRow('refresh', '7_refresh@1')],
  },
  pin: {
    title: { en: 'Pin', de: 'Anheften', ja: 'ピン留めする', 'zh-cn': '固定' },
    description: 'Pins a listed or entered machine pool, or a row. Creates nothing.',
    icon: '$(pin)',
    palette: withConnection,
    menus: [onRow('pin', '9_pin@1')],
  },
  unpin: {
    title: { en: 'Unpin', de: 'Lösen', ja: 'ピン留めを外す', 'zh-cn': '取消固定' },
    description: 'Unpins a row.',
    icon: '$(pinned)',
    palette: never,
    menus: [onRow('unpin', '9_pin@1')],
  },
  showDetails: {
    title: {
      en: 'Show Details',
      de: 'Details anzeigen',
      ja: '詳細の表示',
      'zh-cn': '显示详细信息',
    },
    description:
      'Opens what is known of a cluster or machine pool at that moment, as a read-only document.',
    palette: never,
    menus: [onRow('details', '0_open@1')],
  },
  copyName: {
    title: { en: 'Copy Name', de: 'Namen kopieren', ja: '名前のコピー', 'zh-cn': '复制名称' },
    description: 'Copies the names of rows.',
    palette: never,
    menus: [inCopyMenu('1_copy@1')],
  },
  copyId: {
    title: { en: 'Copy ID', de: 'ID kopieren', ja: 'ID のコピー', 'zh-cn': '复制 ID' },
    description: 'Copies the IDs or UIDs of rows.',
    palette: never,
    menus: [inCopyMenu('1_copy@2', 'copyId')],
  },
  copyAs: {
    title: { en: 'Copy As…', de: 'Kopieren als…', ja: '形式を指定してコピー…', 'zh-cn': '复制为…' },
    description:
      'Copies zones or machine pools as names, CSV, Markdown, or JSON: those of rows, or all.',
    palette: withConnection,
    menus: [inCopyMenu('1_copy@3', 'copyAs')],
  },
  revealInView: {
    title: {
      en: 'Reveal in View',
      de: 'In Ansicht anzeigen',
      ja: 'ビューで表示',
      'zh-cn': '在视图中显示',
    },
    description: 'Reveals a row. For keyboard shortcuts and other extensions.',
    palette: never,
  },
}
