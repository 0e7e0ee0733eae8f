/** A line of the table. */
export interface Planned {
  /** What is measured. */
  what: string
  unit: '×' | 'ms' | 'KB' | 'MB'
  /** What the median must not exceed; without it, it is told and no more. */
  most?: number
}

/**
 * All that `npm run bench` measures, in the order of its table. A measure gives the values of some of
 * these rows, and is listed in `measures.ts`.
 */
export const plan = {
  mainBundle: { what: 'What activation loads, minified', unit: 'KB', most: 15 },
  mainBundleZipped: {
    what: 'What activation loads, minified and compressed',
    unit: 'KB',
    most: 6,
  },
  browserBundle: { what: 'What activation loads in a browser, minified', unit: 'KB', most: 15 },
  browserBundleZipped: {
    what: 'What activation loads in a browser, minified and compressed',
    unit: 'KB',
    most: 6,
  },
  vsix: { what: 'The package, pictures included, in KB of 1,024 bytes', unit: 'KB', most: 300 },

  activation: { what: 'Activation, compared with an empty extension', unit: '×', most: 1.5 },
  activationMs: { what: 'Activation: load and activate', unit: 'ms' },
  emptyActivationMs: { what: 'Activation of an empty extension', unit: 'ms' },
  firstCommandMs: { what: 'Activation and a first command', unit: 'ms' },
  heap: { what: 'Memory that activation and a first command add', unit: 'MB', most: 2.5 },

  zones10: {
    what: 'List of 10 zones, compared with ofetch alone, with its timeout',
    unit: '×',
    most: 1.1,
  },
  zones10AtOnce: {
    what: 'List of 10 zones, 64 at once, compared with the same',
    unit: '×',
    most: 1.1,
  },
  ofetch10: {
    what: 'ofetch alone, with its timeout, compared with bare fetch and JSON.parse',
    unit: '×',
  },
  ofetch10AtOnce: { what: 'ofetch alone, 64 at once, compared with the same', unit: '×' },
  zones10000: {
    what: 'List of 10,000 zones, compared with bare fetch and JSON.parse',
    unit: '×',
    most: 1.25,
  },
  zones10000AtOnce: {
    what: 'List of 10,000 zones, 64 at once, compared with the same',
    unit: '×',
    most: 1.25,
  },

  firstRow200: { what: 'First row of 200 machine pools', unit: 'ms' },
  firstRow2000: { what: 'First row of 2,000 machine pools', unit: 'ms' },
  firstRow20000: { what: 'First row of 20,000 machine pools', unit: 'ms' },
  firstRowGrowth: { what: 'First row of 20,000, compared with that of 200', unit: '×', most: 1.5 },
  expand200: { what: 'Expanding a cluster of 200 machine pools', unit: 'ms' },
  expand2000: { what: 'Expanding a cluster of 2,000 machine pools', unit: 'ms' },
  expand20000: { what: 'Expanding a cluster of 20,000 machine pools', unit: 'ms' },
  expandGrowth: {
    what: 'Expanding a cluster of 20,000, compared with one of 200',
    unit: '×',
    most: 1.5,
  },
  refresh200: { what: 'Refreshing a cluster of 200 machine pools', unit: 'ms' },
  refresh2000: { what: 'Refreshing a cluster of 2,000 machine pools', unit: 'ms' },
  refresh20000: { what: 'Refreshing a cluster of 20,000 machine pools', unit: 'ms' },
  poolMemory: { what: 'Memory for each of 20,000 machine pools', unit: 'KB' },

  keystroke: {
    what: 'From a keystroke to its result in a list of 20,000 machine pools',
    unit: 'ms',
    most: 50,
  },
  longestKeystroke: { what: 'The slowest of these keystrokes', unit: 'ms' },

  allRegions: {
    what: 'The zones of all regions, compared with the best that the rate limits allow',
    unit: '×',
    most: 1.2,
  },
  // A frame of 60 in a second.
  editTerraform: { what: 'An edit in a Terraform file of 10,000 lines', unit: 'ms', most: 16 },
  editYaml: { what: 'An edit in a YAML file of 10,000 lines', unit: 'ms', most: 16 },
  editJson: { what: 'An edit in a JSON file of 10,000 lines', unit: 'ms', most: 16 },
  scanTerraform: { what: 'Finding the zones in 1 MB of Terraform', unit: 'ms', most: 100 },
  scanYaml: { what: 'Finding the zones in 1 MB of YAML', unit: 'ms', most: 100 },
  scanJson: { what: 'Finding the zones in 1 MB of JSON', unit: 'ms', most: 100 },
  scanBaseline: { what: 'JSON.parse of the same 1 MB of JSON', unit: 'ms' },
  scanGrowth: {
    what: 'Finding the zones in 1 MB of YAML, compared with 500 KB',
    unit: '×',
    most: 2.5,
  },
  judge: { what: 'Checking 20,000 values against 30 regions', unit: 'ms', most: 100 },
  judgeGrowth: { what: 'Checking 20,000 values, compared with 10,000', unit: '×', most: 2.5 },
  longLine: {
    what: 'Finding or inserting zones in the most awkward line of 100,000 characters',
    unit: 'ms',
    most: 50,
  },
  lenses: {
    what: 'Code lenses of 50 machine pools, among 5,000 clusters that were just listed',
    unit: 'ms',
    most: 10,
  },

  question: {
    what: 'From Delete Machine Pool… to its dialog, in addition to a fetch',
    unit: 'ms',
    most: 150,
  },
  deletion: {
    what: 'From confirming a deletion to its request, in addition to a fetch',
    unit: 'ms',
    most: 20,
  },
} as const satisfies Record<string, Planned>

export type RowId = keyof typeof plan
