// Every ID that package.json names, too. What the commands contribute to it is in src/manifest/commands; a test holds the
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

/**
 * The formats of code that may name zones and machine pools: the IDs of their languages in VS Code, and the extensions of
 * their files. The keys are those of the setting {@link settingIds.fileTypes}. Terraform has a language for each kind of
 * its files; without its extension, files such as `main.tfstack.hcl` are HCL by their file extension.
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
  /** Without a dot, in lowercase. */
  readonly fileExtensions: readonly string[]
}

/** A format of code that may name zones and machine pools. */
export type CodeFormat = keyof typeof codeFormats

/** Languages whose documents are YAML or JSON: only the file extension says which. */
export const languagesOfEitherFormat = ['cloudformation', 'kubernetes']

/** The IDs of all languages of code that may name zones and machine pools (`onLanguage` in package.json). */
export const codeLanguages: readonly string[] = [
  ...Object.values(codeFormats).flatMap(({ languages }) => languages),
  ...languagesOfEitherFormat,
]

/** The file extensions of code that may name zones and machine pools. */
export const codeFileExtensions: readonly string[] = Object.values(codeFormats).flatMap(
  ({ fileExtensions }) => fileExtensions,
)

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

/**
 * Selects the documents that language features are for. VS Code itself knows YAML and JSON by their file extensions; for
 * the other formats, the extensions count where no installed extension knows the language.
 */
export const codeSelector = [
  ...codeLanguages.map((language) => ({ language })),
  { pattern: globOf([...codeFormats.terraform.fileExtensions, ...codeFormats.hcl.fileExtensions]) },
]

/** Returns the glob pattern for all files with some file extensions. */
export function globOf(fileExtensions: readonly string[]): string {
  return `**/*.{${fileExtensions.join(',')}}`
}
