import type { Language } from '../l10n/translatedTexts.ts'

/** A VS Code that suites of the workbench run in. */
export interface Kind {
  /**
   * Whether one window serves all its suites, reset between them with the companion's help. Otherwise
   * each suite has a window to itself, without the companion.
   */
  isShared: boolean
  /** As a user gets it: packed, and installed by VS Code. In Node.js's extension host alone. */
  installed?: boolean
  /** The language of our texts; English without this. In Node.js's extension host alone. */
  language?: Language
  /** Of the server and the extensions; `info` without this. */
  logLevel?: 'debug' | 'trace'
  /** Ask for workspace trust instead of taking it for granted. */
  workspaceTrust?: boolean
}

/** The kinds of windows, in the order in which they run. */
export const kinds = {
  plain: { isShared: true },
  /** As `npm start` has it: connected to the sandbox, its views filled. */
  companion: { isShared: true },
  /** No mouse is used in it, but between the suites. */
  keyboard: { isShared: true },
  packed: { isShared: false, installed: true },
  trace: { isShared: false, logLevel: 'trace' },
  restricted: { isShared: false, workspaceTrust: true },
  trusted: { isShared: false },
  japanese: { isShared: false, language: 'ja' },
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const kindNames = Object.keys(kinds) as KindName[]

/** The environment variable that says which suites run, read as the tests are loaded. */
export const choiceVariable = 'POOLKEEPER_UI'

/** One process of `npm run ui`: its name, about how long it takes beside others in seconds, its options. */
export type UiJob = readonly [name: string, seconds: number, ...args: string[]]

const others = kindNames.filter((name) => name !== 'plain').join(',')

/** What `npm test` runs. */
export const everydayUi: UiJob[] = [
  ['node plain', 110, '--host', 'node', '--kind', 'plain', '--quick'],
  ['node others', 80, '--host', 'node', '--kind', others, '--quick'],
  ['web', 40, '--host', 'web', '--kind', 'companion', '--quick'],
]

/** What `npm run test:all` runs: everything. */
export const allUi: UiJob[] = ['node', 'web'].flatMap((host): UiJob[] => [
  [`${host} plain`, 180, '--host', host, '--kind', 'plain'],
  [`${host} others`, 180, '--host', host, '--kind', others],
])
