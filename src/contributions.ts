// Every id that package.json names too; a test holds the two together.

/** The commands, by the part of their id after `poolkeeper.`. */
export const commandIds = {
  addConnection: 'poolkeeper.addConnection',
  switchConnection: 'poolkeeper.switchConnection',
  editConnections: 'poolkeeper.editConnections',
  removeConnection: 'poolkeeper.removeConnection',
  openWalkthrough: 'poolkeeper.openWalkthrough',
  setApiKey: 'poolkeeper.setApiKey',
  clearApiKey: 'poolkeeper.clearApiKey',
  checkConnection: 'poolkeeper.checkConnection',
  copyConnectionCheck: 'poolkeeper.copyConnectionCheck',
  selectProject: 'poolkeeper.selectProject',
  showLog: 'poolkeeper.showLog',
  listZones: 'poolkeeper.listZones',
  listZonesInAllRegions: 'poolkeeper.listZonesInAllRegions',
  compareZones: 'poolkeeper.compareZones',
  refreshZones: 'poolkeeper.refreshZones',
  addMachinePool: 'poolkeeper.addMachinePool',
  findInZones: 'poolkeeper.findInZones',
  goToMachinePool: 'poolkeeper.goToMachinePool',
  findInMachinePools: 'poolkeeper.findInMachinePools',
  refreshMachinePools: 'poolkeeper.refreshMachinePools',
  loadMore: 'poolkeeper.loadMore',
  deleteMachinePool: 'poolkeeper.deleteMachinePool',
  refreshRegion: 'poolkeeper.refreshRegion',
  retry: 'poolkeeper.retry',
  removeFromView: 'poolkeeper.removeFromView',
  copyZonesAs: 'poolkeeper.copyZonesAs',
  insertZones: 'poolkeeper.insertZones',
  showZonesAsJson: 'poolkeeper.showZonesAsJson',
  checkZonesInFile: 'poolkeeper.checkZonesInFile',
  chooseCheckedAccount: 'poolkeeper.chooseCheckedAccount',
  copyName: 'poolkeeper.copyName',
  copyId: 'poolkeeper.copyId',
  copyAsCurl: 'poolkeeper.copyAsCurl',
  copyDeleteAsCurl: 'poolkeeper.copyDeleteAsCurl',
  copyRecentAsCurl: 'poolkeeper.copyRecentAsCurl',
  openConsole: 'poolkeeper.openConsole',
  revealInView: 'poolkeeper.revealInView',
  showRecentActivity: 'poolkeeper.showRecentActivity',
  clearRecentActivity: 'poolkeeper.clearRecentActivity',
  reportIssue: 'poolkeeper.reportIssue',
} as const

/** The id of a command. */
export type CommandId = (typeof commandIds)[keyof typeof commandIds]

/** The tools for language models, by what they are called in a prompt. */
export const toolNames = {
  list_zones: 'poolkeeper_list_zones',
  compare_zones: 'poolkeeper_compare_zones',
  list_machine_pools: 'poolkeeper_list_machine_pools',
  delete_machine_pool: 'poolkeeper_delete_machine_pool',
} as const

/** The name of a tool. */
export type ToolName = (typeof toolNames)[keyof typeof toolNames]

/** The views. */
export const viewIds = {
  zones: 'poolkeeper.zones',
  machinePools: 'poolkeeper.machinePools',
} as const

/** The settings, whole. */
export const settingIds = {
  connections: 'poolkeeper.connections',
  deleteConfirmation: 'poolkeeper.deleteConfirmation',
  zoneChecks: 'poolkeeper.zoneChecks',
  zoneChecksOnSave: 'poolkeeper.zoneChecksOnSave',
} as const

/** The context keys that `when` clauses and the walkthrough's steps read. */
export const contextKeys = {
  /** A {@link ConnectionState}: which welcome view a view shows while it is empty. */
  state: 'poolkeeper.state',
  /** Whether the zones of a region have been read since VS Code started. */
  hasListedZones: 'poolkeeper.hasListedZones',
  /** Whether a cluster was opened, or a machine pool selected, in the view. */
  hasBrowsedPools: 'poolkeeper.hasBrowsedPools',
  /** Whether the zones of a file were checked. */
  hasCheckedZones: 'poolkeeper.hasCheckedZones',
  /** Whether a question that confirms a deletion was answered, be it with no. */
  hasSeenConfirmation: 'poolkeeper.hasSeenConfirmation',
  /** Whether the active connection has an address of its console. */
  hasConsole: 'poolkeeper.hasConsole',
} as const

/** The walkthrough. */
export const walkthroughId = 'getStarted'

/** Whether the active connection can be used, and if not, why. */
export type ConnectionState = 'noConnection' | 'noKey' | 'addressChanged' | 'ready'

/** The scheme of our documents (`resourceScheme` in `when` clauses). */
export const documentScheme = 'poolkeeper'

/** The panels with comparisons, which VS Code asks for by `onWebviewPanel` after a reload. */
export const comparisonPanelType = 'poolkeeper.comparison'

/** The media type of rows that are dragged out of the Zones view. */
export const zonesDragType = 'application/vnd.poolkeeper.zones'

/** The scheme of the documents that show zones as JSON. */
export const zonesScheme = 'poolkeeper-zones'

/** The context values of tree items (`viewItem` in `when` clauses). */
export const contextValues = {
  account: 'account',
  accountTracked: 'accountTracked',
  cloudProject: 'cloudProject',
  region: 'region',
  regionTracked: 'regionTracked',
  zone: 'zone',
  failure: 'failure',
  cloudConfig: 'cloudConfig',
  cloudConfigTracked: 'cloudConfigTracked',
  machinePool: 'machinePool',
  machinePoolTracked: 'machinePoolTracked',
  machinePoolDeleting: 'machinePoolDeleting',
  machinePoolHybrid: 'machinePoolHybrid',
} as const
