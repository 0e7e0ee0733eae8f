import * as vscode from 'vscode'
import { hostOf } from '../../connections/connection.ts'
import { isSample } from '../../connections/sample.ts'
import { settingIds } from '../../contributions.ts'
import { mustTypeName, type Danger } from '../../inventory/deletionGuard.ts'
import type { Inspected, ConfigResult } from '../../inventory/inspection.ts'
import type { MachinePoolRef } from '../../inventory/machinePoolRef.ts'
import { autoscaling } from '../../inventory/poolFacts.ts'
import { errorText } from '../../ui/errorTexts.ts'
import { joinDescription, namedUid, visible } from '../../texts.ts'
import { confirmModal, type Action } from '../../ui/messages.ts'
import { askText } from '../../ui/prompts/quickInput.ts'
import type { DeletionState } from '../../inventory/poolDeleter.ts'
import type { CodeLocation } from '../poolsInCode/codeSearch.ts'
import type { News } from './inspectionNews.ts'
import { openLocation, locationText } from './locationTexts.ts'
import { fitted, remainderLines, type FittedLines } from './remainderTexts.ts'

const maxListed = 10
/** The maximum number of rows on what a deletion leaves: the dialog must fit a small screen. */
const maxRows = 7
/** The maximum number of pools whose locations in code are shown. */
const maxLocations = 2

/** The input of a confirmation. */
interface DeletionQuestion {
  readonly pools: readonly Inspected[]
  /** Returns the name of a pool’s project by its UID, if known. */
  projectName(pool: MachinePoolRef): string | undefined
  /** Returns the state of an earlier deletion of the pool, if pending. */
  earlier(pool: MachinePoolRef): DeletionState['kind'] | undefined
  /**
   * True if Enter alone must not confirm, because a key pressed at that moment may be meant for something
   * else.
   */
  mustType: boolean
  isForModel: boolean
  /** The reason to ask again; undefined for the first dialog. */
  news: News | undefined
  /** The locations in files that describe the pools. */
  readonly locations: ReadonlyMap<Inspected, readonly CodeLocation[]>
  /** Opens everything known about the pools, instead of confirming. */
  readonly showDetails: () => Promise<void>
}

/**
 * Prompts to confirm the deletion of machine pools, with the whole scope of each and the known facts.
 * Resolves to true only after the confirmation and any typed text.
 */
export async function confirmDeletion(question: DeletionQuestion): Promise<boolean> {
  const [one, ...others] = question.pools
  if (!one) return false
  const isConfirmed = others.length === 0 ? confirmOne(one, question) : confirmSeveral(question)
  return (await isConfirmed) && confirmConnections(question)
}

/** Prompts for the names of all protected connections, in addition to everything else. */
async function confirmConnections(question: DeletionQuestion): Promise<boolean> {
  for (const name of protectedNames(question)) {
    const title = vscode.l10n.t('Delete over Protected Connection')
    const prompt = vscode.l10n.t('To confirm, type the name of the connection: {0}', visible(name))
    if (!(await typed(title, prompt, name))) return false
  }
  return true
}

/** Any level but the known weakest counts, so that an unknown one fails closed. */
function protectedNames({ pools }: DeletionQuestion): ReadonlySet<string> {
  const connections = pools.map(({ pool }) => pool.connection)
  return new Set(
    connections.filter(({ protection }) => protection !== 'none').map(({ name }) => name),
  )
}

async function confirmOne(one: Inspected, question: DeletionQuestion): Promise<boolean> {
  const { pool, dangers } = one
  const name = visible(pool.machinePoolName)
  const left = leftLines([one], question, maxRows)
  const detail = [
    ...reasons(question),
    ...separate(dangers.map((danger) => dangerText(danger, one))),
    vscode.l10n.t('Machine pool: {0}', name),
    ...scopeLines(one, question),
    ...factLines(one),
    ...(left.lines.length > 0 ? ['', ...left.lines] : []),
    '',
    isAllSample(question)
      ? sampleEndText
      : vscode.l10n.t(
          'The machines of this pool will be drained and removed. This can’t be undone.',
        ),
    earlierText(question.earlier(pool)),
  ]
  const setting = vscode.workspace.getConfiguration().get(settingIds.deleteConfirmation)
  const mustType = question.mustType || mustTypeName(dangers) || setting === 'typeName'
  const button =
    mustType || protectedNames(question).size > 0
      ? vscode.l10n.t('Delete Machine Pool…')
      : vscode.l10n.t('Delete Machine Pool')
  const title = vscode.l10n.t('Delete machine pool “{0}”?', name)
  const actions = actionsOf(question, left.isCut)
  if (!(await confirmModal(title, textOf(detail), button, actions))) return false
  return (
    !mustType ||
    typed(
      vscode.l10n.t('Delete Machine Pool'),
      vscode.l10n.t('To confirm, type the name of the machine pool: {0}', name),
      pool.machinePoolName,
    )
  )
}

async function confirmSeveral(question: DeletionQuestion): Promise<boolean> {
  const { pools } = question
  const notes = new Set(
    pools.flatMap((one) => one.dangers.map((danger) => dangerText(danger, one))),
  )
  const scopes = listed(question)
  const detail = [
    ...reasons(question),
    ...separate([...notes]),
    ...scopes.lines,
    '',
    isAllSample(question)
      ? sampleEndText
      : vscode.l10n.t(
          'The machines of these pools will be drained and removed. This can’t be undone.',
        ),
  ]
  const title = vscode.l10n.t('Delete {0} machine pools?', pools.length)
  const button = vscode.l10n.t('Delete {0} Machine Pools…', pools.length)
  const actions = actionsOf(question, scopes.isCut)
  if (!(await confirmModal(title, textOf(detail), button, actions))) return false
  return typed(
    vscode.l10n.t('Delete {0} Machine Pools', pools.length),
    vscode.l10n.t('To confirm, type the number of machine pools: {0}', pools.length),
    String(pools.length),
  )
}

const sampleEndText = vscode.l10n.t(
  'The machines will be drained and removed. To restore them, remove the sample data and try it again.',
)

function isAllSample({ pools }: DeletionQuestion): boolean {
  return pools.every(({ pool }) => isSample(pool.connection))
}

/** Returns why the dialog appears, if the user hasn’t just run the command. */
function reasons(question: DeletionQuestion): string[] {
  const { isForModel, news } = question
  return separate([
    isAllSample(question) && vscode.l10n.t('This is sample data. Nothing real is deleted.'),
    isForModel && vscode.l10n.t('A language model requested this deletion.'),
    news === 'changed' &&
      vscode.l10n.t('The details changed while the dialog was open. Check them again.'),
    news === 'unchecked' &&
      vscode.l10n.t(
        'The details couldn’t be checked again after you confirmed. They may have changed.',
      ),
    ...[...protectedNames(question)].map((name) =>
      vscode.l10n.t(
        'Connection “{0}” is protected. To confirm, you also type its name.',
        visible(name),
      ),
    ),
  ])
}

/**
 * Returns the buttons beside the one that confirms. Both end the dialog with nothing deleted, because it blocks
 * what they open.
 */
function actionsOf({ locations, showDetails }: DeletionQuestion, isCut: boolean): Action[] {
  const [location] = [...locations.values()].flat()
  return [
    ...(location
      ? [{ title: vscode.l10n.t('Open File'), run: async () => openLocation(location) }]
      : []),
    ...(isCut ? [{ title: vscode.l10n.t('Show Details'), run: showDetails }] : []),
  ]
}

/** Returns the lines on what is known of the rest of a cluster, and of the pools in files. */
function leftLines(
  pools: readonly Inspected[],
  { locations }: DeletionQuestion,
  rows: number,
): FittedLines {
  const found = pools.filter((one) => locations.get(one)?.length)
  const inCode = found.slice(0, maxLocations).map((one) => {
    const text = locationText(locations.get(one) ?? [])
    return pools.length === 1 ? text : `${visible(one.pool.machinePoolName)}: ${text}`
  })
  const more = found.length - inCode.length
  if (more > 0) inCode.push(vscode.l10n.t('… and {0} more', more))
  const [{ remainder } = {}] = pools // the same for all that are deleted together
  const rest = remainder ? remainderLines(remainder) : { lines: [], isCut: false }
  const { lines, isCut } = fitted([...inCode, ...rest.lines], rows)
  const hasOthers = more > 0 || found.some((one) => (locations.get(one)?.length ?? 0) > 1)
  return { lines, isCut: isCut || rest.isCut || hasOthers }
}

/** Returns every scope with the number of its pools, the names of the first ones, and what is left of it. */
function listed(question: DeletionQuestion): FittedLines {
  const scopes = new Map<string, Inspected[]>()
  for (const one of question.pools) {
    const scope = scopeLines(one, question).join('\n')
    scopes.set(scope, [...(scopes.get(scope) ?? []), one])
  }
  const most = Math.max(1, Math.floor(maxListed / scopes.size))
  let isCut = false
  const lines = [...scopes].flatMap(([scope, pools], index) => {
    const more = pools.length - most
    const left = leftLines(pools, question, Math.max(1, Math.floor(maxRows / scopes.size)))
    isCut ||= left.isCut
    return [
      ...(index > 0 ? [''] : []),
      ...(scopes.size > 1 ? [vscode.l10n.t('Machine pools: {0}', pools.length)] : []),
      scope,
      ...pools.slice(0, most).flatMap((one) => poolLines(one, question)),
      ...(more > 0 ? [vscode.l10n.t('… and {0} more', more)] : []),
      ...(left.lines.length > 0 ? ['', ...left.lines] : []),
    ]
  })
  return { lines, isCut }
}

/** Returns the lines for a pool. Facts are on lines of their own, because a name could imitate them. */
function poolLines(one: Inspected, question: DeletionQuestion): string[] {
  const { pool } = one
  const told = joinDescription(nodesText(one), earlierText(question.earlier(pool)))
  return [`• ${visible(pool.machinePoolName)}`, ...(told ? [`   ${told}`] : [])]
}

function scopeLines(
  { pool, configName, cluster, region }: Inspected,
  question: DeletionQuestion,
): string[] {
  const { connection, provider, configUid, configLabel = configName } = pool
  // Anyone can choose a label. If the list doesn’t tell the cluster, the config’s own name does.
  const isOwn = cluster !== undefined || configName === configLabel
  const label = joinDescription(configLabel, !isOwn && configName) || undefined
  const projectUid = connection.projectUid ?? pool.project?.uid
  return [
    vscode.l10n.t('Cloud config: {0}', namedUid(configUid, label)),
    vscode.l10n.t('Provider: {0}', visible(provider)),
    projectUid === undefined
      ? vscode.l10n.t('Project: Not set')
      : vscode.l10n.t('Project: {0}', namedUid(projectUid, question.projectName(pool))),
    vscode.l10n.t('Connection: {0} ({1})', visible(connection.name), hostOf(connection)),
    cluster !== configLabel && cluster && vscode.l10n.t('Cluster: {0}', visible(cluster)),
    region !== undefined && vscode.l10n.t('Region: {0}', visible(region)),
  ].filter((line) => typeof line === 'string' && line !== '') as string[]
}

function factLines(one: Inspected): (string | false)[] {
  const { poolsBeingDeleted } = one
  const names = [...poolsBeingDeleted].slice(0, maxListed).map(visible)
  if (poolsBeingDeleted.size > maxListed) names.push('…')
  return [
    nodesText(one),
    poolsBeingDeleted.size > 0 && vscode.l10n.t('Deletion also requested: {0}', names.join(', ')),
  ]
}

/** Returns the number of machines, or else the configured size, which doesn’t tell the number. */
function nodesText({ nodes, configured = {} }: Inspected): string | false {
  const scaled = autoscaling(configured)
  const range = scaled && `${scaled.min}–${scaled.max}`
  if (nodes !== undefined) {
    return range
      ? vscode.l10n.t('Nodes: {0} (autoscaling: {1})', nodes, range)
      : vscode.l10n.t('Nodes: {0}', nodes)
  }
  const configuredSize = range ?? configured.size
  return (
    configuredSize !== undefined &&
    vscode.l10n.t('Configured size: {0} (machines not counted)', configuredSize)
  )
}

const earlierTexts = {
  unknown: vscode.l10n.t(
    'The outcome of an earlier delete request is unknown. The machine pool may already have been deleted.',
  ),
  overdue: vscode.l10n.t(
    'The service accepted an earlier delete request. The machines may still be draining.',
  ),
}

function earlierText(state: DeletionState['kind'] | undefined): string | false {
  return state !== undefined && state !== 'deleting' && earlierTexts[state]
}

const dangerTexts: Record<Exclude<Danger, 'lookFailed'>, string> = {
  controlPlane: vscode.l10n.t(
    'This is a control plane pool. Without it, the cluster may stop working.',
  ),
  lastWorker: vscode.l10n.t(
    'This is the cluster’s last worker pool. Without it, the cluster can’t run workloads.',
  ),
  lastSystemPool: vscode.l10n.t('This is the cluster’s last system pool. AKS needs at least one.'),
  controlPlaneUnknown: vscode.l10n.t(
    'The service doesn’t report which machine pools are control plane pools. Deleting a control plane pool may stop the cluster.',
  ),
  lookUnsupported: vscode.l10n.t(
    'Couldn’t check for control plane pools and last worker pools because the service doesn’t support this check.',
  ),
}

function dangerText(danger: Danger, { pool, configResult }: Inspected): string {
  if (danger !== 'lookFailed') return dangerTexts[danger]
  return vscode.l10n.t(
    'Couldn’t check whether this is a control plane pool or the last worker pool. {0}',
    inspectionFailureText(pool, configResult),
  )
}

/** Returns why a machine pool couldn’t be checked. With an entered UID, a 404 is mostly about the UID. */
export function inspectionFailureText(
  { connection }: MachinePoolRef,
  configResult: ConfigResult,
): string {
  if (configResult.kind !== 'failed') {
    return vscode.l10n.t(
      'Some machine pools in the service’s response aren’t in a supported format.',
    )
  }
  return configResult.error.kind === 'notFound'
    ? vscode.l10n.t('{0} doesn’t recognize this cloud config (404).', hostOf(connection))
    : errorText(configResult.error, connection)
}

/** Appends an empty line, unless there are no lines. */
function separate(lines: readonly (string | false)[]): string[] {
  const there = lines.filter((line) => line !== false)
  return there.length > 0 ? [...there, ''] : []
}

function textOf(lines: readonly (string | false)[]): string {
  return lines.filter((line) => line !== false).join('\n')
}

async function typed(title: string, prompt: string, expected: string): Promise<boolean> {
  const answer = await askText(
    { title },
    {
      prompt,
      placeholder: visible(expected),
      exact: true,
      validate: (value) =>
        value === expected
          ? undefined
          : vscode.l10n.t('Type {0} exactly. Nothing has been deleted.', visible(expected)),
    },
  )
  return answer === expected
}
