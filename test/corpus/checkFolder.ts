// node test/corpus/checkFolder.ts --folder FOLDER [--problems] [--unread]
// Reads all code in a folder, and checks it against an account of each cloud that has every public zone. Prints how many
// references and problems there are, by cloud and kind, and lists them with --problems. --unread lists the zones that
// the reader leaves out. The folder may be a clone of any repository: nothing is written.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CodeFormat } from '../../src/contributions.ts'
import { codeFormatOf } from '../../src/syntax/documentFormat.ts'
import { mayNameZonesOrRegions } from '../../src/syntax/zoneFilter.ts'
import { parseZoneName } from '../../src/syntax/zoneNames.ts'
import type { CheckedText } from '../../src/zoneAnalysis/knownZones.ts'
import type { Problem } from '../../src/zoneAnalysis/problems.ts'
import { fail, readOptions } from '../host/options.ts'
import { PublishedAccount, publishedClouds } from './publishedAccount.ts'
import { readBlocks, findReferences } from '../unit/syntax/atOnce.ts'

/** Poolkeeper checks no longer file unless it is asked to. In UTF-16 units. */
const maxLength = 1_000_000

const options = readOptions({ folder: 'text', problems: 'flag', unread: 'flag' })
const folder = options.folder ?? fail('--folder must name a folder')
const accounts = publishedClouds.map((cloud) => new PublishedAccount(cloud))
/** The names of all zones of AWS and Google Cloud. Those of Azure are numbers, which stand everywhere in a text. */
const zoneNames = new Set(
  accounts
    .flatMap(({ regions }) => regions.flatMap(({ zones }) => zones?.items ?? []))
    .map(({ name }) => name)
    .filter((name) => parseZoneName(name) !== undefined),
)
const counts = new Map<string, number>()

for (const path of listFiles(folder)) countFile(path)
for (const [subject, count] of [...counts].sort(([a], [b]) => a.localeCompare(b))) {
  console.log(`${subject.padEnd(40)} ${String(count).padStart(8)}`)
}

/** Lists the files in a folder and in the folders in it, without following links. */
function listFiles(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort()
}

function countFile(path: string): void {
  const format = codeFormatOf('', path)
  if (format === undefined) return
  const text = readFileSync(path, 'utf8')
  if (text.length > maxLength) return
  const file = readCode(text, format)
  addToCount(`files: ${format}`, 1)
  countReferences(path, file)
  for (const account of accounts) countProblems(path, file, account)
}

function readCode(text: string, format: CodeFormat): CheckedText {
  const isHcl = format === 'hcl' || format === 'terraform'
  const blocks = mayNameZonesOrRegions(text) ? readBlocks(text, format).blocks : []
  return { text, isHcl, blocks, references: findReferences(blocks, format) }
}

function countReferences(path: string, file: CheckedText): void {
  for (const { kind, value, mayBeOtherName } of file.references) {
    if (value === '') addToCount(`missing values: ${kind}`, 1)
    else addToCount(mayBeOtherName ? 'names that may be zones' : `references: ${kind}`, 1)
  }
  const unread = listUnreadZones(file)
  addToCount(
    'public zones: read',
    file.references.filter(({ value }) => zoneNames.has(value)).length,
  )
  addToCount('public zones: not read', unread.length)
  if (!options.unread) return
  for (const offset of unread) console.log(`unread: ${describePosition(path, file.text, offset)}`)
}

/** Returns the offsets of the public zones in a text that aren’t among its references. */
function listUnreadZones({ text, references }: CheckedText): number[] {
  const read = new Set(references.map(({ start }) => start))
  const names = [...text.matchAll(/(?<![\w-])[a-z]+-[a-z]+-?\d+-?[a-z](?![\w-])/g)]
  const unread = names.filter(({ index, 0: name }) => zoneNames.has(name) && !read.has(index))
  return unread.map(({ index }) => index)
}

function countProblems(path: string, file: CheckedText, account: PublishedAccount): void {
  const { cloud } = account
  const { problems, checkedCount } = account.check(file)
  addToCount(`${cloud}: zones checked`, checkedCount)
  for (const problem of problems) {
    addToCount(`${cloud}: ${problem.kind}`, 1)
    if (!options.problems) continue
    const position = describePosition(path, file.text, problem.reference.start)
    console.log(`${cloud}: ${describeProblem(problem)}: ${position}`)
  }
}

function addToCount(subject: string, added: number): void {
  if (added > 0) counts.set(subject, (counts.get(subject) ?? 0) + added)
}

function describeProblem(problem: Problem): string {
  const { kind, reference } = problem
  if (kind === 'unlistedRegion') return `${kind} “${problem.region}”`
  if (kind !== 'unknownZone') return `${kind} “${reference.value}”`
  return `${kind} “${reference.value}”, nearest: ${problem.nearest ?? 'none'}`
}

/** Returns the path of a file in the folder, the number of the line at an offset, and the beginning of this line. */
function describePosition(path: string, text: string, offset: number): string {
  const lineNumber = text.slice(0, offset).split('\n').length
  const line = text.split('\n', lineNumber).at(-1) ?? ''
  return `${relative(folder, path)}:${lineNumber}: ${line.trim().slice(0, 160)}`
}
