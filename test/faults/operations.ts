import { createClient, type ClientOptions } from '../../src/api/client.ts'
import { createLookups } from '../../src/api/lookups.ts'
import { operations as documented } from '../unit/api/helpers.ts'
import { cases as lookups } from '../unit/lookups/helpers.ts'

/** What a service can be asked, and so what can go wrong. */
export interface Operation {
  name: string
  isDeletion: boolean
  run: (options: ClientOptions) => Promise<unknown>
  /** The least that it takes for an answer. */
  answer: string
}

/** Everything that a service can be asked: the documented operations and all lookups. */
export const operations: readonly Operation[] = [
  {
    name: 'zones',
    isDeletion: false,
    run: async (options) => documented.listing(createClient(options)),
    answer: '{"zones":[]}',
  },
  {
    name: 'deletion',
    isDeletion: true,
    run: async (options) => documented.deleting(createClient(options)),
    answer: '',
  },
  ...Object.entries(lookups).map(([name, { run, empty }]) => ({
    name,
    isDeletion: false,
    run: async (options: ClientOptions) => run(createLookups(options)),
    answer: empty,
  })),
]

/** An address under which a server can tell which operation asks. */
export function addressFor(operation: Operation, baseUrl: string): string {
  return `${baseUrl}/operation-${operations.indexOf(operation)}`
}

/** The right answer to a request as it arrives, its first line included. */
export function answerTo(request: string): string {
  const [, position = '0'] = /\/operation-(\d+)\//.exec(request) ?? []
  return operations[Number(position)]?.answer ?? ''
}
