import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeFormat } from '../../../src/contributions.ts'
import { completeList } from '../../../src/api/list.ts'
import type { RegionZones } from '../../../src/zoneAnalysis/regionZones.ts'
import { root } from '../../host/paths.ts'

/** The names of a cloud, by the letters that stand for them in the corpus. */
type Names = Record<'R' | 'A' | 'B' | 'C' | 'I' | 'J' | 'X' | 'Z' | 'W' | 'P', string>

const clouds: Record<string, { names: Names; zones: RegionZones }> = {
  aws: createCloud('us-east-1', 'a b c d e f', 'use1', 'us-eats-1b us-east-1q us-west-2a'),
  frankfurt: createCloud('eu-central-1', 'a b c', 'euc1', 'eu-centrla-1a eu-central-1d eu-west-1a'),
  gcp: createCloud(
    'europe-west1',
    '-b -c -d',
    undefined,
    'europ-west1-c europe-west1-z us-west1-a',
  ),
  azure: {
    // prettier-ignore
    names: {
      R: 'westeurope', A: '1', B: '2', C: '3', I: '1', J: '9', X: '7', Z: '9', W: '8', P: 'prod',
    },
    zones: {
      region: 'westeurope',
      zones: completeList(['1', '2', '3'].map((name) => ({ name, state: 'available' }))),
    },
  },
}

/** Creates a region with its zones by their ends, a misspelled zone, a zone that it lacks, and a zone of another region. */
function createCloud(R: string, ends: string, id: string | undefined, wrong: string) {
  const zones = ends.split(' ').map((end, index) => ({
    name: R + end,
    state: 'available',
    ...(id !== undefined && { zoneId: `${id}-az${index + 1}` }),
  }))
  const [A = '', B = '', C = ''] = zones.map(({ name }) => name)
  const [X = '', Z = '', W = ''] = wrong.split(' ')
  const names = { R, A, B, C, I: `${id}-az1`, J: `${id}-az9`, X, Z, W, P: `${R}-prod` }
  return { names, zones: { region: R, zones: completeList(zones) } }
}

/** A file of the corpus with the names of a cloud. */
export interface CorpusFile {
  readonly title: string
  readonly language: CodeFormat
  readonly text: string
  readonly provider: string
  /** The zones that the account has. */
  readonly zones: RegionZones
  /** The offsets of zones that are found and not reported. */
  readonly good: readonly number[]
  /** The offsets of zones that are reported. */
  readonly bad: readonly { readonly at: number; readonly isElsewhere: boolean }[]
  /** The offsets of the region that is found. */
  readonly regions: readonly number[]
}

/** Reads the corpus (test/corpus/README.md). */
export function corpus(): CorpusFile[] {
  return (['terraform', 'hcl', 'yaml', 'json'] as const).flatMap((language) => {
    const entries = readFileSync(join(root, 'test', 'corpus', `${language}.txt`), 'utf8')
    return entries
      .split(/^=== /m)
      .slice(1)
      .flatMap((entry) => parseFiles(language, entry))
  })
}

function parseFiles(language: CodeFormat, entry: string): CorpusFile[] {
  const end = entry.indexOf('\n')
  const [path = '', cloudWords = ''] = entry.slice(0, end).split(': ')
  const body = entry.slice(end + 1)
  const words = cloudWords.split(' ')
  const names = words.filter((word) => word !== 'crlf')
  return names.flatMap((name) => {
    const texts = words.includes('crlf') ? [body, body.replaceAll('\n', '\r\n')] : [body]
    return texts.map((text, index) =>
      createFile(`${path} ${name}${index > 0 ? ' crlf' : ''}`, language, name, text),
    )
  })
}

function createFile(title: string, language: CodeFormat, name: string, marked: string): CorpusFile {
  const { names, zones } = clouds[name] ?? fail(name)
  const good: number[] = []
  const bad: { at: number; isElsewhere: boolean }[] = []
  const regions: number[] = []
  let text = ''
  // `§R-§A` is one name: that of a zone with its region.
  for (const [index, part] of marked.split(/([§~][RABCIJXZWP])/).entries()) {
    const letter = part.slice(1) as keyof Names
    if (index % 2 === 1 && part.startsWith('§')) {
      if (letter === 'R') regions.push(text.length)
      else if ('ABCI'.includes(letter)) good.push(text.length)
      else bad.push({ at: text.length, isElsewhere: letter === 'W' })
    }
    text += index % 2 === 1 ? names[letter] : part
  }
  const provider = name === 'frankfurt' ? 'aws' : name
  return { title, language, text, provider, zones, good, bad, regions }
}

function fail(name: string): never {
  throw new Error(`The corpus knows no cloud ${name}`)
}
