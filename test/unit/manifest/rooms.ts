// The rules of the house: which room of `src` may use which. CONTRIBUTING prints the table.

/** A file, or a folder with all that is in it but the rooms of their own. */
export interface Room {
  path: string
  /** What it knows, in Markdown. */
  what: string
  /** The rooms that it may import from: all of them for what puts everything together. */
  uses: readonly string[] | 'all'
  /** Further ones, of which it may import types. */
  types?: readonly string[]
  /** Whether it is logic alone, which runs without VS Code. */
  isPlain?: true
}

const texts = ['src/errorTexts.ts', 'src/notShownTexts.ts', 'src/problemTexts.ts', 'src/texts.ts']

/** Every room, from the ground up. */
export const rooms: readonly Room[] = [
  {
    path: 'src/contributions.ts',
    what: 'Every id that package.json names too.',
    uses: [],
    isPlain: true,
  },
  {
    path: 'src/api',
    what: 'The service over HTTP. Nothing of VS Code.',
    uses: [],
    isPlain: true,
  },
  { path: 'src/once.ts', what: 'What is made with its first use.', uses: [], isPlain: true },
  { path: 'src/stateWriter.ts', what: 'Writes the global state, in turns.', uses: ['src/api'] },
  {
    path: 'src/globalState.ts',
    what: 'The global state.',
    uses: [],
    types: ['src/stateWriter.ts'],
  },
  { path: 'src/texts.ts', what: 'Texts from outside, fit to be shown.', uses: [] },
  { path: 'src/notShownTexts.ts', what: 'Words for what a list leaves out.', uses: [] },
  {
    path: 'src/connections',
    what: 'Which service, as whom: settings, keys.',
    uses: ['src/api', 'src/contributions.ts', 'src/texts.ts'],
    types: ['src/globalState.ts'],
  },
  {
    path: 'src/errorTexts.ts',
    what: 'Words for what went wrong.',
    uses: ['src/api', 'src/connections', 'src/texts.ts'],
  },
  {
    path: 'src/problemTexts.ts',
    what: 'Words for what is wrong in an input or a setting.',
    uses: ['src/texts.ts'],
    types: ['src/connections'],
  },
  {
    path: 'src/zoneChecks',
    what: 'Zones in files: where they are, and what is wrong. Logic alone.',
    uses: ['src/api'],
    isPlain: true,
  },
  {
    path: 'src/inventory',
    what: 'What is known of zones and pools, and of deletions.',
    uses: ['src/api', 'src/connections', 'src/texts.ts'],
    types: ['src/globalState.ts', 'src/zoneChecks'],
  },
  {
    path: 'src/ageTexts.ts',
    what: 'Words for how long ago something was read.',
    uses: ['src/api'],
    types: ['src/inventory'],
  },
  {
    path: 'src/formats',
    what: 'Zones as text. Logic alone.',
    uses: [],
    types: ['src/api'],
    isPlain: true,
  },
  {
    path: 'src/check',
    what: 'What Check Connection asks, in which order. Logic alone.',
    uses: ['src/api'],
    types: ['src/connections'],
    isPlain: true,
  },
  {
    path: 'src/compare',
    what: 'The comparison of zones, and what its page may ask. Logic alone.',
    uses: ['src/api', 'src/formats'],
    isPlain: true,
  },
  {
    path: 'src/webview',
    what: 'The page of a comparison, in its own frame.',
    uses: ['src/compare'],
    isPlain: true,
  },
  {
    path: 'src/parts.ts',
    what: 'What activation makes once, by name.',
    uses: [],
    types: ['src/connections', 'src/globalState.ts', 'src/inventory', 'src/views'],
  },
  {
    path: 'src/views',
    what: 'How it looks: trees, documents, the status bar. Never calls the client.',
    uses: [
      'src/api',
      'src/check',
      'src/compare',
      'src/connections',
      'src/contributions.ts',
      'src/formats',
      'src/inventory',
      'src/zoneChecks',
      'src/ageTexts.ts',
      'src/errorTexts.ts',
      'src/notShownTexts.ts',
      'src/texts.ts',
    ],
    types: ['src/parts.ts', 'src/problemTexts.ts'],
  },
  {
    path: 'src/prompts',
    what: 'Quick picks and input boxes that commands share.',
    uses: ['src/api', 'src/connections', 'src/contributions.ts', 'src/inventory', ...texts],
  },
  {
    path: 'src/commands',
    what: 'One file for each command.',
    uses: [
      'src/api',
      'src/check',
      'src/compare',
      'src/connections',
      'src/contributions.ts',
      'src/formats',
      'src/inventory',
      'src/prompts',
      'src/views',
      'src/zoneChecks',
      'src/ageTexts.ts',
      ...texts,
    ],
    types: ['src/parts.ts'],
  },
  {
    path: 'src/agents',
    what: 'The tools for language models. They ask nobody: what asks is a command’s.',
    uses: [
      'src/api',
      'src/commands',
      'src/compare',
      'src/connections',
      'src/contributions.ts',
      'src/formats',
      'src/inventory',
      'src/texts.ts',
    ],
    types: ['src/parts.ts'],
  },
  { path: 'src/later.ts', what: 'What is loaded with the first request or command.', uses: 'all' },
  { path: 'src/loading.ts', what: 'Registers names for what is loaded later.', uses: 'all' },
  { path: 'src/extension.ts', what: 'Makes what the views need.', uses: 'all' },
  { path: 'src/node', what: 'What only the extension host of Node.js has.', uses: 'all' },
  { path: 'src/web', what: 'What only a browser’s extension host has.', uses: 'all' },
]

/** A rule for some files of a room. */
export interface Door {
  paths: readonly string[]
  /** The rooms that may import values from them, beside their own. */
  values: readonly string[]
  /** The rooms that may not even import types. */
  barred?: readonly string[]
  why: string
}

/** The files that are not for every room that may use theirs. */
export const doors: readonly Door[] = [
  {
    paths: [
      'src/api/client.ts',
      'src/api/greeting.ts',
      'src/api/lookups.ts',
      'src/api/transport.ts',
    ],
    values: ['src/connections'],
    why: 'Whoever asks a service is given one, with its key and its limits.',
  },
  {
    paths: ['src/connections/services.ts', 'src/connections/sentRequests.ts'],
    values: ['src/later.ts'],
    why: 'One for the whole window.',
  },
  {
    paths: ['src/connections/connections.ts', 'src/connections/apiKeys.ts'],
    values: ['src/extension.ts'],
    barred: ['src/check', 'src/inventory'],
    why: 'What is known and what is checked is of a connection that is given: neither chooses one.',
  },
]

/** The rooms whose classes have one instance in a window. */
export const oneOfEach = [
  'src/connections',
  'src/globalState.ts',
  'src/inventory',
  'src/stateWriter.ts',
]
/** Who makes these instances. */
export const makers = ['src/extension.ts', 'src/later.ts']
/** Classes that are made elsewhere, with the file that makes them. */
export const madeElsewhere: Readonly<Record<string, string>> = {
  CheckedAccounts: 'src/commands/zoneChecks.ts',
  KnownZones: 'src/commands/zoneChecks.ts',
}

/** Files whose types name each other: what is loaded later, and what loads it. */
export const typeCircles: readonly (readonly [string, string])[] = [
  ['src/inventory/deletionObserver.ts', 'src/inventory/following.ts'],
  ['src/inventory/deletionWriter.ts', 'src/inventory/deletions.ts'],
]
