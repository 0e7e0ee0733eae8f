import * as vscode from 'vscode'
import type { CloudConfig } from '../../../src/api/poolSchemas.ts'
import { CodeFile } from '../../../src/documents/codeFile.ts'
import { registerPoolLenses } from '../../../src/features/poolsInCode/poolLenses.ts'
import { toDiagnostics } from '../../../src/features/zoneChecks/zoneDiagnostics.ts'
import type { Parts } from '../../../src/parts.ts'
import { replace } from '../../replace.ts'
import { connection, createCluster, createPoolSources } from '../../unit/sources.ts'
import { sampleCpuTime, type Summary } from '../samples.ts'
import { checkText } from '../../unit/syntax/atOnce.ts'
import { createKnownZones } from '../knownZones.ts'

const poolCount = 10_000
const poolsPerCluster = 10
const visibleCount = 100
const problemCount = 20_000

/** Makes the code lenses of a file that has been read, whose pools are cached, and the texts of those that are visible. */
export async function measureLenses(): Promise<Summary> {
  const names = Array.from({ length: poolCount }, (_, index) => `pool-${index}`)
  const clusterOf = (index: number) => `cluster config-${Math.floor(index / poolsPerCluster)}`
  const blocks = names.map((name, index) => {
    return `resource "x_machine_pool" "p${index}" {\n name = "${name}"\n cluster_name = "${clusterOf(index)}"\n}\n`
  })
  const document = await vscode.workspace.openTextDocument({
    language: 'terraform',
    content: blocks.join(''),
  })
  const provider = createLensProvider(names)
  const { token } = new vscode.CancellationTokenSource()
  return sampleCpuTime(async () => {
    const lenses = (await provider.provideCodeLenses(document, token)) ?? []
    for (const lens of lenses.slice(0, visibleCount)) provider.resolveCodeLens?.(lens, token)
    return lenses.length
  })
}

/** Returns the provider of code lenses, over cached clusters with these pools. */
function createLensProvider(names: readonly string[]): vscode.CodeLensProvider {
  const clusterCount = names.length / poolsPerCluster
  const uids = Array.from({ length: clusterCount }, (_, index) => `config-${index}`)
  const configs = uids.map((uid, index): [string, CloudConfig] => {
    const ofCluster = names.slice(index * poolsPerCluster, (index + 1) * poolsPerCluster)
    const pools = ofCluster.map((name) => ({ name, size: 3, zones: ['us-east-1a'] }))
    return [uid, { pools, hybridPools: [], unreadable: 0, region: 'us-east-1' }]
  })
  const sources = createPoolSources({
    list: { clusters: uids.map((uid) => createCluster(uid)) },
    configs: Object.fromEntries(configs),
  })
  const onDidChange = () => ({ dispose: () => {} })
  const cached = {
    lists: { onDidLoad: onDidChange },
    cachedFacts: () => ({}),
    machineLists: { peek: () => undefined, isSupported: () => true },
  }
  const clusters = Object.assign(sources.clusters, cached, { onDidChange })
  Object.assign(clusters.configs, { onDidLoad: onDidChange })
  const parts = {
    connections: { active: connection, onDidChange },
    apiKeys: { onDidChange },
    pins: Object.assign(sources.pins, { onDidChange }),
    deletions: Object.assign(sources.deletions, { onDidChange }),
    clusters,
    deletionMonitor: { stageOf: () => undefined, onDidChange },
    context: { subscriptions: [] },
  } as unknown as Parts
  let provider: vscode.CodeLensProvider | undefined
  const restore = replace(vscode.languages, 'registerCodeLensProvider', (_selector, lenses) => {
    provider = lenses
    return { dispose: () => {} }
  })
  registerPoolLenses(parts)
  restore()
  if (!provider) throw new Error('No provider was registered')
  return provider
}

/** Shows the problems of a file in which each zone is misspelled. */
export async function measureDiagnostics(): Promise<Summary> {
  const items = Array.from({ length: problemCount }, (_, index) => `- us-east-1-lx-${index}\n`)
  const text = `region: us-east-1\nazs:\n${items.join('')}`
  const file = new CodeFile(vscode.Uri.file('/workspace/zones.yaml'), 'yaml', text)
  const knownZones = createKnownZones(['us-east-1a', 'us-east-1b'])
  const result = checkText(file, knownZones)
  return sampleCpuTime(() => toDiagnostics(file, result, 'production').length)
}
