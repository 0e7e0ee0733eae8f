// Every id that package.json names too; a test holds the two together.

/** The ids of commands, by their part after `poolkeeper.`. */
export const commandIds = {
  addConnection: 'poolkeeper.addConnection',
  editConnection: 'poolkeeper.editConnection',
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
  trySampleData: 'poolkeeper.trySampleData',
  removeSampleData: 'poolkeeper.removeSampleData',
  listZones: 'poolkeeper.listZones',
  compareZones: 'poolkeeper.compareZones',
  refreshComparison: 'poolkeeper.refreshComparison',
  copyComparisonAs: 'poolkeeper.copyComparisonAs',
  refreshZones: 'poolkeeper.refreshZones',
  addMachinePool: 'poolkeeper.addMachinePool',
  findInZones: 'poolkeeper.findInZones',
  filterZones: 'poolkeeper.filterZones',
  clearZonesFilter: 'poolkeeper.clearZonesFilter',
  goToMachinePool: 'poolkeeper.goToMachinePool',
  findInMachinePools: 'poolkeeper.findInMachinePools',
  filterMachinePools: 'poolkeeper.filterMachinePools',
  clearMachinePoolsFilter: 'poolkeeper.clearMachinePoolsFilter',
  refreshMachinePools: 'poolkeeper.refreshMachinePools',
  loadMore: 'poolkeeper.loadMore',
  deleteMachinePool: 'poolkeeper.deleteMachinePool',
  refreshItem: 'poolkeeper.refreshItem',
  retry: 'poolkeeper.retry',
  pin: 'poolkeeper.pin',
  removeFromView: 'poolkeeper.removeFromView',
  selectThisProject: 'poolkeeper.selectThisProject',
  copyZonesAs: 'poolkeeper.copyZonesAs',
  copyPoolsAs: 'poolkeeper.copyPoolsAs',
  copyAllPoolsAs: 'poolkeeper.copyAllPoolsAs',
  insertZones: 'poolkeeper.insertZones',
  showDetails: 'poolkeeper.showDetails',
  checkZonesInFile: 'poolkeeper.checkZonesInFile',
  checkZonesInFolder: 'poolkeeper.checkZonesInFolder',
  selectCheckedAccount: 'poolkeeper.selectCheckedAccount',
  copyName: 'poolkeeper.copyName',
  copyId: 'poolkeeper.copyId',
  copyLink: 'poolkeeper.copyLink',
  copyMessage: 'poolkeeper.copyMessage',
  copyDrainReport: 'poolkeeper.copyDrainReport',
  copyAsCurl: 'poolkeeper.copyAsCurl',
  copyDeleteAsCurl: 'poolkeeper.copyDeleteAsCurl',
  copyRecentAsCurl: 'poolkeeper.copyRecentAsCurl',
  openConsole: 'poolkeeper.openConsole',
  openInConsole: 'poolkeeper.openInConsole',
  revealInView: 'poolkeeper.revealInView',
  showPoolsInZone: 'poolkeeper.showPoolsInZone',
  showAttention: 'poolkeeper.showAttention',
  showRecentActivity: 'poolkeeper.showRecentActivity',
  clearRecentActivity: 'poolkeeper.clearRecentActivity',
  exportHistory: 'poolkeeper.exportHistory',
  whoDeletedIt: 'poolkeeper.whoDeletedIt',
  reportIssue: 'poolkeeper.reportIssue',
} as const

export type CommandId = (typeof commandIds)[keyof typeof commandIds]

/** The names of the tools for language models, by their references in prompts. */
export const toolNames = {
  list_zones: 'poolkeeper_list_zones',
  list_machine_pools: 'poolkeeper_list_machine_pools',
  preview_deletion: 'poolkeeper_preview_deletion',
  delete_machine_pool: 'poolkeeper_delete_machine_pool',
} as const

export type ToolName = (typeof toolNames)[keyof typeof toolNames]

/** The ids of views. */
export const viewIds = {
  zones: 'poolkeeper.zones',
  machinePools: 'poolkeeper.machinePools',
} as const

/** The id of a view. */
export type ViewId = (typeof viewIds)[keyof typeof viewIds]

/** The full ids of settings. */
export const settingIds = {
  connections: 'poolkeeper.connections',
  deleteConfirmation: 'poolkeeper.deleteConfirmation',
  fileTypes: 'poolkeeper.zones.fileTypes',
  checkOnSave: 'poolkeeper.zones.checkOnSave',
  showIds: 'poolkeeper.zones.showIds',
  codeLens: 'poolkeeper.machinePools.codeLens',
  deleteSearchesWorkspace: 'poolkeeper.deleteSearchesWorkspace',
} as const

/** The context keys of `when` clauses and of the walkthrough’s steps. */
export const contextKeys = {
  /** The state of the active connection (`ConnectionState`); selects the welcome view of an empty view. */
  state: 'poolkeeper.state',
  /** The state of the active connection’s list of clusters: `unsupported`, `none`, or `some`. */
  clusters: 'poolkeeper.clusters',
  /** True once zones of a region were listed, since VS Code started. */
  hasListedZones: 'poolkeeper.hasListedZones',
  /** True once a cluster was expanded or a machine pool selected. */
  hasBrowsedPools: 'poolkeeper.hasBrowsedPools',
  /** True once the zones of a file were checked. */
  hasCheckedZones: 'poolkeeper.hasCheckedZones',
  /** True once a deletion’s confirmation was answered, even with no. */
  hasSeenConfirmation: 'poolkeeper.hasSeenConfirmation',
  /** True if the active connection is read-only. */
  readOnly: 'poolkeeper.readOnly',
  /** True if the active connection is to the sample. */
  sample: 'poolkeeper.sample',
  /** True if the active connection has a console URL. */
  hasConsole: 'poolkeeper.hasConsole',
  /** The context values of the tree items whose pages the console URL reaches. */
  consoleRows: 'poolkeeper.consoleRows',
  /** The IDs of the views that have a filter. */
  filtered: 'poolkeeper.filtered',
  /** `some` or `none`: whether the active editor has zones; not set before something loads `main.ts`. */
  editorZones: 'poolkeeper.editorZones',
} as const

/** The id of the walkthrough. */
export const walkthroughId = 'getStarted'

/** The URI scheme of reports (`resourceScheme` in `when` clauses). */
export const documentScheme = 'poolkeeper'

/** The languages of code with zones and machine pools (`onLanguage`). */
export const codeLanguages: readonly string[] = [
  'terraform',
  'terraform-vars',
  'opentofu',
  'opentofu-vars',
  'tfvars',
  'hcl',
  'terragrunt',
  'packer',
  'nomad',
  'yaml',
  'dockercompose',
  'helm',
  'ansible',
  'json',
  'jsonc',
]

/** The view type of comparison panels, which VS Code restores after a reload (`onWebviewPanel`). */
export const comparisonPanelType = 'poolkeeper.comparison'

/** The media type of rows that are dragged out of the Zones view. */
export const zonesDragType = 'application/vnd.poolkeeper.zones'

/** The URI scheme of documents that show the details of clusters and machine pools. */
export const detailsScheme = 'poolkeeper-details'

/** The context values of tree items (`viewItem` in `when` clauses). */
export const contextValues = {
  account: 'account',
  accountTracked: 'accountTracked',
  accountWithoutZones: 'accountWithoutZones',
  cloudProject: 'cloudProject',
  region: 'region',
  regionTracked: 'regionTracked',
  zone: 'zone',
  failure: 'failure',
  failureAddress: 'failureAddress',
  failureCheck: 'failureCheck',
  failureKey: 'failureKey',
  failureProject: 'failureProject',
  project: 'project',
  cloudConfig: 'cloudConfig',
  cloudConfigTracked: 'cloudConfigTracked',
  machinePool: 'machinePool',
  machinePoolTracked: 'machinePoolTracked',
  machinePoolUnlisted: 'machinePoolUnlisted',
  machinePoolDeleting: 'machinePoolDeleting',
  machinePoolOverdue: 'machinePoolOverdue',
  machinePoolHybrid: 'machinePoolHybrid',
  machine: 'machine',
} as const
