// Every ID that package.json names, too. What the commands contribute to it is in manifest/commands; a test holds the
// other IDs together.

/** The IDs of commands, by their names. */
export const commandIds = {
  addConnection: 'poolkeeper.addConnection',
  manageConnections: 'poolkeeper.manageConnections',
  editConnections: 'poolkeeper.editConnections',
  removeConnection: 'poolkeeper.removeConnection',
  setApiKey: 'poolkeeper.setApiKey',
  clearApiKey: 'poolkeeper.clearApiKey',
  checkConnection: 'poolkeeper.checkConnection',
  selectProject: 'poolkeeper.selectProject',
  showLog: 'poolkeeper.showLog',
  trySampleData: 'poolkeeper.trySampleData',
  listZones: 'poolkeeper.listZones',
  compareZones: 'poolkeeper.compareZones',
  refreshComparison: 'poolkeeper.refreshComparison',
  copyComparisonAs: 'poolkeeper.copyComparisonAs',
  refreshZones: 'poolkeeper.refreshZones',
  refreshMachinePools: 'poolkeeper.refreshMachinePools',
  goToMachinePool: 'poolkeeper.goToMachinePool',
  loadMore: 'poolkeeper.loadMore',
  deleteMachinePool: 'poolkeeper.deleteMachinePool',
  refresh: 'poolkeeper.refresh',
  pin: 'poolkeeper.pin',
  unpin: 'poolkeeper.unpin',
  insertZones: 'poolkeeper.insertZones',
  showDetails: 'poolkeeper.showDetails',
  checkZonesInFile: 'poolkeeper.checkZonesInFile',
  checkZonesInFolder: 'poolkeeper.checkZonesInFolder',
  selectCheckedAccount: 'poolkeeper.selectCheckedAccount',
  copyName: 'poolkeeper.copyName',
  copyId: 'poolkeeper.copyId',
  copyAs: 'poolkeeper.copyAs',
  openInConsole: 'poolkeeper.openInConsole',
  revealInView: 'poolkeeper.revealInView',
  showPoolsInZone: 'poolkeeper.showPoolsInZone',
  showDeletionHistory: 'poolkeeper.showDeletionHistory',
} as const

export type CommandId = (typeof commandIds)[keyof typeof commandIds]

/** The names of the tools for language models, by their references in prompts. */
export const toolNames = {
  list_zones: 'poolkeeper_list_zones',
  list_machine_pools: 'poolkeeper_list_machine_pools',
  preview_deletion: 'poolkeeper_preview_deletion',
  delete_machine_pool: 'poolkeeper_delete_machine_pool',
} as const

/** The IDs of views. */
export const viewIds = {
  zones: 'poolkeeper.zones',
  machinePools: 'poolkeeper.machinePools',
} as const

export type ViewId = (typeof viewIds)[keyof typeof viewIds]

/** The full IDs of settings. */
export const settingIds = {
  connections: 'poolkeeper.connections',
  confirmation: 'poolkeeper.deletion.confirmation',
  fileTypes: 'poolkeeper.zones.fileTypes',
  checkOnSave: 'poolkeeper.zones.checkOnSave',
  showIds: 'poolkeeper.zones.showIds',
  codeLens: 'poolkeeper.machinePools.codeLens',
  searchWorkspace: 'poolkeeper.deletion.searchWorkspace',
} as const

/** The context keys of `when` clauses. */
export const contextKeys = {
  /** The state of the active connection (`ConnectionState`); selects the welcome view of an empty view. */
  state: 'poolkeeper.state',
  /** The state of the active connection’s list of clusters: `unsupported`, `none`, or `some`. */
  clusters: 'poolkeeper.clusters',
  /** True if the active connection is read-only. */
  readOnly: 'poolkeeper.readOnly',
  /** True if every connection is read-only, or there is none: nothing can be deleted. */
  allReadOnly: 'poolkeeper.allReadOnly',
  /** True if the active connection has a console URL. */
  hasConsole: 'poolkeeper.hasConsole',
} as const

/** The URI scheme of reports (`resourceScheme` in `when` clauses). */
export const reportScheme = 'poolkeeper'

/** The languages of code with zones and machine pools, which activate the extension (`onLanguage`). */
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

/** The view type of comparison panels. */
export const comparisonPanelType = 'poolkeeper.comparison'

/** The media type of rows that are dragged out of the Zones view. */
export const zonesDragType = 'application/vnd.poolkeeper.zones'

/** The URI scheme of documents that show the details of clusters and machine pools. */
export const detailsScheme = 'poolkeeper-details'

/** What can be done with tree items, which their context values list (`viewItem` in `when` clauses). */
export const abilities = [
  'compare',
  'console',
  'copyAs',
  'copyId',
  'delete',
  'details',
  'failure',
  'insert',
  'pin',
  'pools',
  'project',
  'refresh',
  'refreshInline',
  'unpin',
] as const

export type Ability = (typeof abilities)[number]

/** The documents that features for code are for; if no extension knows the language, by file name. */
export const codeSelector = [
  ...codeLanguages.map((language) => ({ language })),
  { pattern: '**/*.{tf,tfvars,tofu,hcl}' },
]
