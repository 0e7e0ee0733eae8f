// All IDs that package.json and the code share. A test checks that the two agree. What commands add to package.json
// (titles, menus, icons) is in src/manifest/commands.

/** The IDs of commands, by the names that the code uses for them. */
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

/** The names of the tools for language models, by the names with which people refer to them in prompts. */
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
  fileTypes: 'poolkeeper.zones.fileTypes',
  checkOnSave: 'poolkeeper.zones.checkOnSave',
  showIds: 'poolkeeper.zones.showIds',
  codeLens: 'poolkeeper.machinePools.codeLens',
  searchWorkspace: 'poolkeeper.deletion.searchWorkspace',
} as const

/** The context keys that `when` clauses in package.json read. */
export const contextKeys = {
  /** The state of the active connection (`ConnectionState`); selects the welcome view of an empty view. */
  state: 'poolkeeper.state',
  /** The state of the active connection’s list of clusters: `unsupported`, `none`, or `some`. */
  clusters: 'poolkeeper.clusters',
  /** True if the active connection blocks deletions. */
  deletionBlocked: 'poolkeeper.deletionBlocked',
  /** True if every connection blocks deletions, or there is none: nothing can be deleted. */
  allDeletionsBlocked: 'poolkeeper.allDeletionsBlocked',
  /** True if the active connection has a console URL. */
  hasConsole: 'poolkeeper.hasConsole',
} as const

/** The URI scheme of the reports of Check Connection. Menus test it as `resourceScheme`. */
export const reportScheme = 'poolkeeper'

/**
 * The formats of code in which zones and machine pools may be named. Each has the IDs of its languages in VS Code, and
 * its file extensions. The keys are also the keys of the setting {@link settingIds.fileTypes}. Terraform has several
 * language IDs, one for each kind of file. Without a Terraform extension, VS Code treats files such as
 * `main.tfstack.hcl` as HCL.
 */
export const codeFormats = {
  terraform: {
    languages: [
      'terraform',
      'terraform-vars',
      'terraform-stack',
      'terraform-deploy',
      'terraform-search',
      'terraform-test',
      'terraform-mock',
      'opentofu',
      'opentofu-vars',
      'tfvars',
    ],
    fileExtensions: ['tf', 'tfvars', 'tofu'],
  },
  hcl: { languages: ['hcl', 'terragrunt', 'packer', 'nomad'], fileExtensions: ['hcl'] },
  yaml: {
    languages: [
      'yaml',
      'dockercompose',
      'helm',
      'ansible',
      'azure-pipelines',
      'github-actions-workflow',
    ],
    fileExtensions: ['yaml', 'yml'],
  },
  json: { languages: ['json', 'jsonc', 'jsonl'], fileExtensions: ['json', 'jsonc'] },
} as const satisfies Record<string, CodeFormatFacts>

interface CodeFormatFacts {
  readonly languages: readonly string[]
  /** Lowercase, without a dot, such as `tf`. */
  readonly fileExtensions: readonly string[]
}

/** A format of code that may name zones and machine pools. */
export type CodeFormat = keyof typeof codeFormats

/** The language IDs that say neither YAML nor JSON. Only the document’s file extension tells which of the two it is. */
export const languagesOfEitherFormat = ['cloudformation', 'kubernetes']

/**
 * The language IDs of all formats of code. Opening such a document activates the extension (`onLanguage` in
 * package.json).
 */
export const codeLanguages: readonly string[] = [
  ...Object.values(codeFormats).flatMap(({ languages }) => languages),
  ...languagesOfEitherFormat,
]

/** The file extensions of all formats of code, without dots. */
export const codeFileExtensions: readonly string[] = Object.values(codeFormats).flatMap(
  ({ fileExtensions }) => fileExtensions,
)

/** The view type by which VS Code identifies the panels of Compare Zones…. */
export const comparisonPanelType = 'poolkeeper.comparison'

/** The media type of the data when rows are dragged out of the Zones view. */
export const zonesDragType = 'application/vnd.poolkeeper.zones'

/** The URI scheme of the documents that Show Details opens. */
export const detailsScheme = 'poolkeeper-details'

/** The actions that a tree item may offer. Its context value lists them, and `when` clauses test them as `viewItem`. */
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

/**
 * Selects the documents that completions, hovers, and diagnostics are for. For YAML and JSON, VS Code itself finds the
 * language by the file extension. For Terraform and HCL, no extension may be installed that knows the language, so
 * documents are also selected by their file extension.
 */
export const codeSelector = [
  ...codeLanguages.map((language) => ({ language })),
  {
    pattern: globForExtensions([
      ...codeFormats.terraform.fileExtensions,
      ...codeFormats.hcl.fileExtensions,
    ]),
  },
]

/** Returns a glob pattern that matches the files with any of these extensions, in all folders. */
export function globForExtensions(fileExtensions: readonly string[]): string {
  return `**/*.{${fileExtensions.join(',')}}`
}
