import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as vscode from 'vscode'
import { completeList } from '../../../src/api/list.ts'
import { codeFileExtensions } from '../../../src/contributions.ts'
import { readCodeFiles } from '../../../src/documents/codeFile.ts'
import { createFileReader } from '../../../src/documents/readFile.ts'
import { readLocalFile } from '../../../src/node/nodeFiles.ts'
import { temporaryDirectory } from '../../host/processes.ts'
import { measureAlternately, sampleCount, summarizeRatios, type Summary } from '../samples.ts'
import { checkText } from '../../unit/syntax/atOnce.ts'

const fileCount = 5_000
/** One of so many files names zones, as in repositories that were looked at. */
const filesPerZone = 25
const zones = completeList(['a', 'b', 'c'].map((letter) => ({ name: `us-east-1${letter}` })))
const readFile = createFileReader(readLocalFile)
const knownZones = {
  provider: 'aws',
  regions: [{ region: 'us-east-1', zones }],
  listedRegions: new Set(['us-east-1']),
  instanceTypesIn: () => undefined,
}

/** Checks the files of a folder, compared with ripgrep’s search for a text in them on one thread. */
export async function measureFolder(ripgrep: string): Promise<Summary> {
  const folder = temporaryDirectory()
  const uris = await writeFiles(folder)
  let checkedCount = 0
  const check = async () =>
    readCodeFiles(
      uris,
      readFile,
      (result) => {
        if (result.kind !== 'code' || !result.file.hasZonesOrRegions) return
        checkedCount += checkText(result.file, knownZones).checkedCount
      },
      () => false,
    )
  const args = ['--threads=1', '--count', 'us-east-1', folder]
  const search = async () => promisify(execFile)(ripgrep, args)
  await measureAlternately(3, check, search) // reads the files into the cache of the system
  const samples = await measureAlternately(sampleCount, check, search)
  if (checkedCount === 0) throw new Error('No zones were found')
  return summarizeRatios(...samples)
}

/** Writes files of about 8 KB, in all formats. */
async function writeFiles(folder: string): Promise<vscode.Uri[]> {
  const paths = Array.from({ length: fileCount }, (_, index) => {
    const extension = codeFileExtensions[index % codeFileExtensions.length]
    return join(folder, String(index % 50), `${index}.${extension}`)
  })
  for (const [index, path] of paths.entries()) {
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, createText(path, index))
  }
  return paths.map((path) => vscode.Uri.file(path))
}

function createText(path: string, index: number): string {
  const sign = /\.(?:ya?ml|json)$/.test(path) ? ': ' : ' = '
  const isJson = path.endsWith('.json')
  // A key such as `allocation_2` has a word that a key for regions has, too, but `location_2` would be one.
  const keys = ['name', 'allocation', 'description', 'instance_type', 'replicas', 'labels']
  const lines = Array.from({ length: 200 }, (_, line) => {
    const key = `${keys[line % keys.length]}_${line}`
    return `${isJson ? JSON.stringify(key) : key}${sign}"value ${line} of ${index}"${isJson ? ',' : ''}`
  })
  const zoneKey = isJson ? '"zone"' : 'zone'
  if (index % filesPerZone === 0) lines.push(`${zoneKey}${sign}"us-east-1a"`)
  return isJson ? `{\n${lines.join('\n')}\n}\n` : `${lines.join('\n')}\n`
}
