import * as vscode from 'vscode'
import type { Range, Remainder, RemainingWorkers } from '../../inventory/remainder.ts'
import { joinDescription, visible } from '../../texts.ts'

/** Lines of a dialog, and whether some of them, or parts of them, were left out. */
export interface FittedLines {
  readonly lines: readonly string[]
  readonly isCut: boolean
}

/** The width of a line in VS Code’s dialogs, in Latin characters. */
const lineWidth = 54
/** The maximum width of a list of names. */
const maxListWidth = 90

/** Returns the lines on what remains of a cluster after a deletion, the most important ones first. */
export function remainderLines(remainder: Remainder): FittedLines {
  const { workers, controlPlaneRunsWorkloads, zones, taints, labels, systemPools } = remainder
  const { autoscaled, virtualClusters, isRepavePending } = remainder
  const isNothingLeft =
    workers !== undefined && workers.pools + workers.empty === 0 && !controlPlaneRunsWorkloads
  let isCut = false
  const listed = (names: readonly string[] | undefined, textOf: (names: string) => string) => {
    if (!names?.length) return false
    const list = shortened(names)
    isCut ||= list.isCut
    return textOf(list.text)
  }
  const lines = [
    workers && workersText(workers),
    controlPlaneRunsWorkloads && vscode.l10n.t('The control plane pool also runs workloads.'),
    // If nothing is left, there are no others.
    !isNothingLeft &&
      listed(zones, (names) =>
        vscode.l10n.t('Zones configured for no other worker pool: {0}', names),
      ),
    listed(virtualClusters, (names) =>
      vscode.l10n.t('Virtual clusters listed on this cluster: {0}', names),
    ),
    isRepavePending && vscode.l10n.t('A repave is pending, according to the cluster list.'),
    autoscaled.length > 0 &&
      vscode.l10n.t('The autoscaler may bring nodes back while the machines are drained.'),
    listed(systemPools, (names) => vscode.l10n.t('Other system pools: {0}', names)),
    !isNothingLeft &&
      listed(taints, (names) => vscode.l10n.t('Taints listed for no other pool: {0}', names)),
    !isNothingLeft &&
      listed(labels, (names) => vscode.l10n.t('Labels listed for no other pool: {0}', names)),
  ].filter((line) => typeof line === 'string')
  return { lines, isCut }
}

/** Returns the first lines that take at most `maxRows` rows of a dialog. */
export function fitted(lines: readonly string[], maxRows: number): FittedLines {
  let rows = 0
  const fitting = lines.filter((line, index) => {
    rows += Math.ceil(widthOf(line) / lineWidth)
    return index === 0 || rows <= maxRows
  })
  return { lines: fitting, isCut: fitting.length < lines.length }
}

function workersText({ pools, empty, hybrid, nodes, cpus }: RemainingWorkers): string {
  return joinDescription(
    hybrid > 0
      ? vscode.l10n.t('Worker pools left: {0} (hybrid: {1})', pools, hybrid)
      : vscode.l10n.t('Worker pools left: {0}', pools),
    empty > 0 && vscode.l10n.t('not counted, of size 0: {0}', empty),
    nodes && vscode.l10n.t('configured nodes: {0}', rangeText(nodes)),
    cpus && vscode.l10n.t('vCPU: {0}', rangeText(cpus)),
  )
}

function rangeText({ min, max }: Range): string {
  return min === max ? String(min) : `${min}–${max}`
}

/** Joins the first of these names, at least one. */
function shortened(names: readonly string[]): { text: string; isCut: boolean } {
  const shown: string[] = []
  for (const name of names.map(visible)) {
    const isFull = shown.length > 0 && widthOf([...shown, name].join(', ')) > maxListWidth
    if (isFull) return { text: [...shown, '…'].join(', '), isCut: true }
    shown.push(name)
  }
  return { text: shown.join(', '), isCut: false }
}

/** Returns the width of a text in Latin characters: those of Chinese and Japanese take two. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0)
}
