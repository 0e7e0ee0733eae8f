/** A line of the table. */
export interface Row {
  /** What is measured. */
  what: string
  unit: '×' | 'ms' | 'KB'
  /** What the median must not exceed; without it, it is told and no more. */
  most?: number
}

/** All that `npm run bench` measures, in the order of its table; `bench.ts` has what gives the values. */
export const rows = {
  nodeBundle: { what: 'What activation loads, minified', unit: 'KB', most: 15 },
  webBundle: { what: 'What activation loads in a browser, minified', unit: 'KB', most: 15 },
  activation: { what: 'Activation, compared with an empty extension', unit: '×', most: 1.3 },
  activationMs: { what: 'Activation: load and activate', unit: 'ms' },
  firstCommand: { what: 'First command after activation', unit: 'ms', most: 25 },
  zones10: { what: 'List of 10 zones, compared with ofetch alone', unit: '×', most: 1.1 },
  zones10000: {
    what: 'List of 10,000 zones, compared with bare fetch and JSON.parse',
    unit: '×',
    most: 1.25,
  },
  firstRow: { what: 'First row of 20,000 machine pools', unit: 'ms' },
  firstRowGrowth: { what: 'First row of 20,000, compared with that of 200', unit: '×', most: 1.5 },
  scanTerraform: { what: 'Finding the zones in 1 MB of Terraform', unit: 'ms', most: 100 },
  scanYaml: { what: 'Finding the zones in 1 MB of YAML', unit: 'ms', most: 100 },
  scanJson: { what: 'Finding the zones in 1 MB of JSON', unit: 'ms', most: 100 },
  judging: { what: 'Judging a list of 20,000 zones, most of them unknown', unit: 'ms', most: 100 },
  judgingGrowth: {
    what: 'Judging 20,000 zones, compared with twice 10,000',
    unit: '×',
    most: 1.5,
  },
  placesGrowth: {
    what: 'Judging 20,000 blocks of pools, compared with twice 10,000',
    unit: '×',
    most: 1.5,
  },
  insertionGrowth: {
    what: 'Inserting at 2,000 cursors, compared with twice 1,000',
    unit: '×',
    most: 1.5,
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
} as const satisfies Record<string, Row>

export type RowId = keyof typeof rows
