import {
  inReport,
  inTitle,
  onRow,
  withConnection,
  withoutConnection,
  type CommandContributions,
} from '../contribution.ts'

/** The commands for connections and for Poolkeeper itself, such as Show Log. */
export const connectionCommands: CommandContributions = {
  addConnection: {
    title: {
      en: 'Add Connection…',
      de: 'Verbindung hinzufügen…',
      ja: '接続の追加…',
      'zh-cn': '添加连接…',
    },
    description: 'Adds a service by its URL and API key. The connection is named after the host.',
    icon: '$(add)',
    menus: [inTitle('any', 'navigation@1', withoutConnection)],
  },
  manageConnections: {
    title: {
      en: 'Manage Connections…',
      de: 'Verbindungen verwalten…',
      ja: '接続の管理…',
      'zh-cn': '管理连接…',
    },
    description:
      'Lists all connections, to select one for this workspace, set its API key or deletion mode, edit it, or remove it. Also in the status bar.',
    palette: withConnection,
    menus: [inTitle('any', '8_connection@2')],
  },
  editConnections: {
    title: {
      en: 'Edit Connections',
      de: 'Verbindungen bearbeiten',
      ja: '接続の編集',
      'zh-cn': '编辑连接',
    },
    description: 'Opens the setting that has the connections.',
    icon: '$(settings-gear)',
    menus: [
      { menu: 'editor/title', when: inReport, group: 'navigation@3' },
      onRow('failure', '0_failure@3'),
    ],
  },
  removeConnection: {
    title: {
      en: 'Remove Connection…',
      de: 'Verbindung entfernen…',
      ja: '接続の削除…',
      'zh-cn': '移除连接…',
    },
    description: 'Removes a connection with its API key, pinned items, and deletion history.',
    palette: withConnection,
  },
  setApiKey: {
    title: {
      en: 'Set API Key…',
      de: 'API-Schlüssel festlegen…',
      ja: 'API キーの設定…',
      'zh-cn': '设置 API 密钥…',
    },
    description: 'Stores the API key of the workspace’s connection in secret storage.',
    icon: '$(key)',
    palette: withConnection,
    menus: [
      { menu: 'editor/title', when: inReport, group: 'navigation@2' },
      onRow('failure', '0_failure@2'),
    ],
  },
  clearApiKey: {
    title: {
      en: 'Clear API Key…',
      de: 'API-Schlüssel entfernen…',
      ja: 'API キーのクリア…',
      'zh-cn': '清除 API 密钥…',
    },
    description: 'Removes the API key of the workspace’s connection after you confirm.',
    palette: withConnection,
  },
  checkConnection: {
    title: {
      en: 'Check Connection',
      de: 'Verbindung prüfen',
      ja: '接続のチェック',
      'zh-cn': '检查连接',
    },
    description: 'Reports what works over the workspace’s connection, and how to fix the rest.',
    icon: '$(pulse)',
    palette: withConnection,
    menus: [
      inTitle('any', '8_connection@3'),
      { menu: 'editor/title', when: inReport, group: 'navigation@1' },
      onRow('failure', '0_failure@1'),
    ],
  },
  selectProject: {
    title: {
      en: 'Select Project…',
      de: 'Projekt auswählen…',
      ja: 'プロジェクトの選択…',
      'zh-cn': '选择项目…',
    },
    description:
      'Selects a project of the service, or all projects, for the connection in this workspace.',
    icon: '$(project)',
    palette: withConnection,
    menus: [inTitle('any', '8_connection@1'), onRow('project', '0_project@1')],
  },
  openInConsole: {
    title: {
      en: 'Open in Management Console',
      de: 'In der Verwaltungskonsole öffnen',
      ja: '管理コンソールで開く',
      'zh-cn': '在管理控制台中打开',
    },
    description:
      'Opens the management console, if the connection has a `consoleUrl`. On a project or cluster, opens its page, if the URL has a placeholder for it.',
    palette: `${withConnection} && poolkeeper.hasConsole == true`,
    menus: [onRow('console', '0_open@2')],
  },
  trySampleData: {
    title: {
      en: 'Try with Sample Data',
      de: 'Mit Beispieldaten ausprobieren',
      ja: 'サンプル データで試す',
      'zh-cn': '使用示例数据试用',
    },
    description:
      'Adds a connection to sample data inside Poolkeeper, which sends nothing and needs no API key.',
  },
  showLog: {
    title: { en: 'Show Log', de: 'Protokoll anzeigen', ja: 'ログの表示', 'zh-cn': '显示日志' },
    description: 'Opens the log.',
    menus: [onRow('failure', '0_failure@4')],
  },
}
