import { createClient, type ClientOptions } from '../../../src/api/client.ts'
import { createLookups } from '../../../src/api/lookups.ts'
import { operations as documented } from '../api/helpers.ts'
import { cases as lookups } from '../lookups/helpers.ts'

/** What a service can be asked. */
interface Operation {
  name: string
  run: (options: ClientOptions) => Promise<unknown>
  /** The least that it takes for an answer. */
  answer: string
}

/** Everything that a service can be asked: the documented operations and all lookups. */
export const operations: readonly Operation[] = [
  {
    name: 'zones',
    run: async (options) => documented.listing(createClient(options)),
    answer: '{"zones":[]}',
  },
  {
    name: 'deletion',
    run: async (options) => documented.deleting(createClient(options)),
    answer: '',
  },
  ...Object.entries(lookups).map(([name, { run, empty }]) => ({
    name,
    run: async (options: ClientOptions) => run(createLookups(options)),
    answer: empty,
  })),
]
