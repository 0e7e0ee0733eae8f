// The rules of the house: which room of `src` may use which. CONTRIBUTING draws it.

/** A file, or a folder with all that is in it but the rooms of their own. */
export interface Room {
  path: string
  /** What it knows, in Markdown. */
  what: string
  /** The rooms that it may import from: all of them for what puts everything together. */
  uses: readonly string[] | 'all'
  /** Further ones, of which it may import types. */
  types?: readonly string[]
  /** The files in it that are logic alone, which runs without VS Code. */
  plain?: 'all' | readonly string[]
}

/** What every feature is made from. */
const ground = [
  'src/api',
  'src/connections',
  'src/contributions.ts',
  'src/inventory',
  'src/texts.ts',
  'src/ui',
]

/** Every room, from the ground up. */
export const rooms: readonly Room[] = [
  {
    path: 'src/contributions.ts',
    what: 'The IDs shared with `package.json`.',
    uses: [],
    plain: 'all',
  },
  {
    path: 'src/api',
    what: 'The client of the service’s HTTP API. Doesn’t depend on VS Code.',
    uses: [],
    plain: 'all',
  },
  {
    path: 'src/formats',
    what: 'Zones and machine pools as text: HCL, YAML, JSON, CSV, and Markdown.',
    uses: [],
    plain: 'all',
  },
  {
    path: 'src/texts.ts',
    what: 'Text for display: escaping of external text, joining of sentences.',
    uses: [],
  },
  { path: 'src/state', what: 'Access to the global state.', uses: ['src/api'] },
  {
    path: 'src/connections',
    what: 'Connections: settings, API keys, and services.',
    uses: ['src/api', 'src/contributions.ts', 'src/texts.ts'],
    types: ['src/state'],
    plain: ['connection.ts', 'consoleUrl.ts'],
  },
  {
    path: 'src/inventory',
    what: 'Cached and recorded data: accounts, zones, clusters, pools, and deletions.',
    uses: ['src/api', 'src/connections', 'src/texts.ts'],
    types: ['src/state'],
    plain: [
      'accounts.ts',
      'clusterPages.ts',
      'configs.ts',
      'deletionGuard.ts',
      'deletionRecord.ts',
      'machinePoolRef.ts',
      'names.ts',
      'places.ts',
      'poolFacts.ts',
      'refs.ts',
      'regions.ts',
      'remainder.ts',
      'results.ts',
      'zonePools.ts',
      'zoneSpread.ts',
    ],
  },
  {
    path: 'src/ui',
    what: 'UI building blocks for features: commands, messages, prompts, and trees.',
    uses: ['src/api', 'src/connections', 'src/contributions.ts', 'src/inventory', 'src/texts.ts'],
    types: ['src/formats'],
  },
  {
    path: 'src/parts.ts',
    what: 'Creates the services that features use.',
    uses: ['src/connections', 'src/inventory', 'src/state'],
    types: ['src/ui'],
  },
  {
    path: 'src/features/connections',
    what: 'Add, manage, and remove connections; their keys and projects; the status bar.',
    uses: ['src/api', 'src/connections', 'src/contributions.ts', 'src/texts.ts', 'src/ui'],
    types: ['src/inventory', 'src/parts.ts'],
  },
  {
    path: 'src/features/connectionCheck',
    what: 'Check Connection: checks, results, and report.',
    uses: ['src/api', 'src/connections', 'src/contributions.ts', 'src/texts.ts', 'src/ui'],
    types: ['src/parts.ts'],
    plain: ['findings.ts', 'networkProbe.ts'],
  },
  {
    path: 'src/features/zones',
    what: 'The Zones view; listing, inserting, and dragging zones.',
    uses: [...ground, 'src/formats'],
    types: ['src/parts.ts'],
  },
  {
    path: 'src/features/comparison',
    what: 'Compare Zones: the table and its panel.',
    uses: [...ground, 'src/features/zones', 'src/formats'],
    types: ['src/parts.ts'],
    plain: ['arrange.ts', 'copyFormats.ts', 'pageMessages.ts', 'table.ts'],
  },
  {
    path: 'src/features/zoneChecks',
    what: 'Zones in files: references, diagnostics, and language features.',
    uses: [...ground, 'src/features/zones', 'src/formats'],
    types: ['src/parts.ts'],
    plain: [
      'otherClouds.ts',
      'validateZones.ts',
      'zoneConstraints.ts',
      'rangeShift.ts',
      'nearby.ts',
      'nearest.ts',
      'otherClouds.ts',
      'regions.ts',
    ],
  },
  {
    path: 'src/features/machinePools',
    what: 'The Machine Pools view; pinning in both views; finding pools.',
    uses: ground,
    types: ['src/parts.ts'],
  },
  {
    path: 'src/features/poolsInCode',
    what: 'Machine pools in files: hovers and code lenses.',
    uses: [
      'src/api',
      'src/contributions.ts',
      'src/inventory',
      'src/texts.ts',
      'src/ui',
      'src/features/machinePools',
      'src/formats',
    ],
    types: ['src/connections', 'src/parts.ts'],
    plain: ['findPools.ts', 'knownPools.ts'],
  },
  {
    path: 'src/features/details',
    what: 'Show Details: accounts, regions, clusters, and machine pools as read-only documents.',
    uses: [...ground, 'src/features/machinePools', 'src/formats'],
    types: ['src/parts.ts'],
  },
  {
    path: 'src/features/deletion',
    what: 'Deleting machine pools: confirmation, sending, outcome, and history.',
    uses: [...ground, 'src/features/details', 'src/features/machinePools', 'src/formats'],
    types: ['src/features/poolsInCode', 'src/parts.ts'],
  },
  {
    path: 'src/features/copyAs',
    what: 'Copy As…: zones and machine pools as names, CSV, Markdown, and JSON.',
    uses: [...ground.filter((path) => path !== 'src/connections'), 'src/formats'],
    types: ['src/connections', 'src/parts.ts'],
  },
  {
    path: 'src/features/viewCommands',
    what: 'Commands for tree items of both views: refresh, copy, and reveal.',
    uses: ground,
    types: ['src/parts.ts'],
  },
  {
    path: 'src/features/agents',
    what: 'The tools for language models, which never prompt. Only commands do.',
    uses: [...ground, 'src/features/deletion', 'src/formats'],
    types: ['src/features/poolsInCode', 'src/parts.ts'],
  },
  {
    path: 'src/features/sample',
    what: 'Try with Sample Data: the connection to the sample.',
    uses: ['src/connections', 'src/contributions.ts', 'src/ui'],
    types: ['src/parts.ts'],
  },
  {
    path: 'src/main.ts',
    what: 'Creates the features, and passes each what it needs.',
    uses: 'all',
  },
  {
    path: 'src/features/sample/service',
    what: 'The service behind the sample connection, a file of its own that knows nothing of the others.',
    uses: [],
    plain: 'all',
  },
  {
    path: 'src/features/comparison/page',
    what: 'The script of the panel’s webview.',
    uses: ['src/features/comparison'],
    plain: 'all',
  },
  {
    path: 'src/lazyAsync.ts',
    what: 'A promise that is created on first use.',
    uses: [],
    plain: 'all',
  },
  {
    path: 'src/extension.ts',
    what: 'Registers commands, views, and tools, and loads `main.ts` on first use.',
    uses: ['src/contributions.ts', 'src/lazyAsync.ts'],
    types: ['src/main.ts'],
  },
  {
    path: 'src/node',
    what: 'Code for the Node.js extension host only.',
    uses: ['src/extension.ts', 'src/features/sample/service', 'src/main.ts'],
    types: ['src/api', 'src/features/connectionCheck'],
  },
  {
    path: 'src/web',
    what: 'Code for the web extension host only.',
    uses: ['src/extension.ts'],
    types: ['src/api', 'src/features/sample/service', 'src/main.ts'],
  },
]

/** A rule for some files of a room. */
export interface Door {
  paths: readonly string[]
  /** The rooms that may import values from them, beside their own. */
  values: readonly string[]
  /** The rooms, or files, that may not even import types. */
  barred?: readonly string[]
  why: string
}

/** The files that are not for every room that may use theirs. */
export const doors: readonly Door[] = [
  {
    paths: ['src/api/client.ts', 'src/api/ping.ts', 'src/api/lookups.ts', 'src/api/transport.ts'],
    values: ['src/connections'],
    why: 'Whoever asks a service is given one, with its key and its limits.',
  },
  {
    paths: ['src/connections/services.ts', 'src/connections/sentRequests.ts'],
    values: ['src/parts.ts'],
    why: 'One for the whole window.',
  },
  {
    paths: ['src/connections/connections.ts', 'src/connections/apiKeys.ts'],
    values: ['src/parts.ts'],
    barred: ['src/features/connectionCheck/checkConnection.ts', 'src/inventory'],
    why: 'What is known and what is checked is of a connection that is given: neither chooses one.',
  },
  {
    paths: ['src/features/deletion/inspectAndConfirm.ts', 'src/features/deletion/sendDeletions.ts'],
    values: [],
    why: 'Whoever deletes calls deletion.ts, which sends nothing that was not confirmed.',
  },
]

/** The rooms whose classes have one instance in a window. */
export const oneOfEach = ['src/connections', 'src/inventory', 'src/state']
/** Who makes these instances. */
export const makers = ['src/parts.ts']
