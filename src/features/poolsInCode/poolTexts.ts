import * as vscode from 'vscode'
import { clock } from '../../api/clock.ts'
import { commandIds } from '../../contributions.ts'
import type { Parts } from '../../parts.ts'
import { joinDescription, visible, withoutIcons } from '../../texts.ts'
import { ageText } from '../../ui/ageTexts.ts'
import { machinePoolArguments } from '../../ui/machinePoolArguments.ts'
import { escapeMarkdown } from '../../ui/markdown.ts'
import { renderTooltip } from '../../ui/trees/tooltips.ts'
import { poolNode } from '../machinePools/machinePoolsItems.ts'
import { machinePoolsTooltip } from '../machinePools/machinePoolsTooltips.ts'
import { poolStatus } from '../machinePools/poolAppearance.ts'
import type { PoolInCode } from './findPools.ts'
import type { Candidate, KnownPools } from './knownPools.ts'

/** The sources of a pool’s state and machines. */
type PoolFacts = Pick<Parts, 'clusters' | 'poolDeleter'>

/** More clusters of one name are only counted. */
const maxShown = 3

/**
 * Returns the commands of the code lenses of a pool: its cluster, its state, and its details. Their titles begin
 * with `name`, unless it is empty.
 */
export function poolLenses(
  { candidates, mayBeOther }: KnownPools,
  name: string,
  { clusters, poolDeleter }: PoolFacts,
): vscode.Command[] {
  const isOnly = candidates.length === 1 && !mayBeOther
  return candidates.slice(0, maxShown).flatMap((candidate): vscode.Command[] => {
    const { config, ref, known, at } = candidate
    const place = isOnly ? visible(config.name) : placeText(candidate)
    const titled = (...texts: string[]) => withoutIcons(joinDescription(visible(name), ...texts))
    const args = [machinePoolArguments(ref)]
    const reveal = (...texts: string[]) => ({
      title: titled(place, ...texts),
      tooltip: revealTitle(),
      command: commandIds.revealInView,
      arguments: args,
    })
    if (!known || at === undefined) return [reveal(revealTitle())]
    const node = poolNode(known, clusters)
    const status = poolStatus(node, poolDeleter.deletionState(node)) || revealTitle()
    const updated = vscode.l10n.t('updated at {0}', timeText(at))
    const details = titled(vscode.l10n.t('Show Details'))
    return [
      reveal(status, updated),
      { title: details, command: commandIds.showDetails, arguments: args },
    ]
  })
}

/** Returns the hover of a pool: the tooltips of its candidates, with links to commands. */
export function poolHover(
  { pool }: PoolInCode,
  { candidates, mayBeOther }: KnownPools,
  { clusters, poolDeleter }: PoolFacts,
): vscode.MarkdownString {
  const isOnly = candidates.length === 1 && !mayBeOther
  const parts = candidates.slice(0, maxShown).map(({ config, ref, known, at }) => {
    const reveal = commandLink(revealTitle(), commandIds.revealInView, ref)
    const cluster = escapeMarkdown(visible(config.name))
    if (!known || at === undefined) {
      const text = vscode.l10n.t('The machine pools of cluster {0} aren’t loaded.', cluster)
      return `${text}\n\n${reveal}`
    }
    const tooltip = machinePoolsTooltip(poolNode(known, clusters), poolDeleter)
    const age = ageText(at)
    const updated = age ? vscode.l10n.t('Updated {0}', age) : vscode.l10n.t('Updated just now')
    const table = typeof tooltip === 'object' ? renderTooltip(tooltip, updated).value : ''
    const place = isOnly ? '' : `${escapeMarkdown(placeText({ config }))}\n\n`
    const details = commandLink(vscode.l10n.t('Show Details'), commandIds.showDetails, ref)
    return `${place}${table}\n\n${reveal} · ${details}`
  })
  if (!isOnly) {
    const name = escapeMarkdown(visible(pool))
    const text = vscode.l10n.t(
      'Clusters that machine pool {0} may be in: {1}',
      name,
      `${candidates.length}${mayBeOther ? '+' : ''}`,
    )
    parts.unshift(text)
  }
  const markdown = new vscode.MarkdownString(parts.join('\n\n---\n\n'))
  // External text in it is escaped, so the only links are these.
  markdown.isTrusted = { enabledCommands: [commandIds.revealInView, commandIds.showDetails] }
  return markdown
}

function commandLink(title: string, command: string, ref: Candidate['ref']): string {
  const args = encodeURIComponent(JSON.stringify([machinePoolArguments(ref)]))
  // Markdown would end the link at a parenthesis.
  const target = `command:${command}?${args.replaceAll(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
  return `[${escapeMarkdown(title)}](${target})`
}

/** Tells clusters of one name apart. */
function placeText({ config }: Pick<Candidate, 'config'>): string {
  const { name, project, configUid } = config
  return joinDescription(visible(name), visible(project?.name ?? project?.uid ?? configUid))
}

function revealTitle(): string {
  return vscode.l10n.t('Reveal in View')
}

/** Formats a time, with its date unless it’s within a day: a code lens isn’t updated as time passes. */
function timeText(at: number): string {
  const isRecent = clock.now() - at < 12 * 60 * 60_000
  const format = isRecent
    ? ({ timeStyle: 'short' } as const)
    : ({ dateStyle: 'medium', timeStyle: 'short' } as const)
  return new Intl.DateTimeFormat(vscode.env.language, format).format(at)
}
