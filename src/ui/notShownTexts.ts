import * as vscode from 'vscode'

// What is said of what a list has left out. Most lists leave out nothing, so this is loaded with the
// words for what went wrong.

/** What is said of zones that a list has left out. */
export function zonesNotShown(count: number): string {
  return vscode.l10n.t('Zones not shown: {0}', count)
}

/** What is said of regions that a list has left out. */
export function regionsNotShown(count: number): string {
  return vscode.l10n.t('Regions not shown: {0}', count)
}

/** What is said of projects, the service's or a cloud's, that a list has left out. */
export function projectsNotShown(count: number): string {
  return vscode.l10n.t('Projects not shown: {0}', count)
}

/** What is said of cloud accounts that a list has left out. */
export function accountsNotShown(count: number): string {
  return vscode.l10n.t('Cloud accounts not shown: {0}', count)
}

/** What is said of clusters that a list has left out. */
export function clustersNotShown(count: number): string {
  return vscode.l10n.t('Clusters not shown: {0}', count)
}

/** What is said of machine pools that a list has left out. */
export function poolsNotShown(count: number): string {
  return vscode.l10n.t('Machine pools not shown: {0}', count)
}

/** The same of zones, with the reason, in whole sentences. */
export function zonesNotShownText(count: number): string {
  return vscode.l10n.t(
    'Zones not shown: {0}. The service didn’t return what is needed to show them.',
    count,
  )
}

/** The same of regions, with the reason, in whole sentences. */
export function regionsNotShownText(count: number): string {
  return vscode.l10n.t(
    'Regions not shown: {0}. The service didn’t return what is needed to show them.',
    count,
  )
}

/** Why listed things could not be shown. */
export function notShownText(): string {
  return vscode.l10n.t('The service didn’t return what is needed to show them.')
}
