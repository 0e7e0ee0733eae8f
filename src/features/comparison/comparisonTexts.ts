import * as vscode from 'vscode'

/** The page’s localized texts, with placeholders `{0}` and `{1}`. */
export const comparisonTexts = {
  region: vscode.l10n.t('Region'),
  zoneId: vscode.l10n.t('Zone ID'),
  differences: vscode.l10n.t('Differences'),
  filter: vscode.l10n.t('Filter zones'),
  onlyDifferences: vscode.l10n.t('Show only differences'),
  retry: vscode.l10n.t('Retry'),
  retryColumn: vscode.l10n.t('Retry: {0}'),
  count: vscode.l10n.t('Zones: {0} of {1}'),
  reading: vscode.l10n.t('Loading…'),
  read: vscode.l10n.t('Updated {0}'),
  readNow: vscode.l10n.t('Updated just now'),
  notRead: vscode.l10n.t('Not loaded yet'),
  noZones: vscode.l10n.t('There are no zones to compare.'),
  noMatches: vscode.l10n.t('No zones match the filter.'),
  byName: vscode.l10n.t('by name'),
  byNameReason: vscode.l10n.t('The service reports no zone ID, so this zone is matched by name'),
  incomparable: vscode.l10n.t('not comparable'),
  stateUnknown: vscode.l10n.t('unknown state'),
  empty: {
    missing: vscode.l10n.t('missing'),
    unknown: vscode.l10n.t('unknown'),
    elsewhere: vscode.l10n.t('different region'),
    incomparable: vscode.l10n.t('Azure’s zone numbers can’t be compared between subscriptions'),
  },
  difference: {
    name: vscode.l10n.t('name'),
    state: vscode.l10n.t('state'),
    missing: vscode.l10n.t('missing'),
  },
  differs: {
    name: vscode.l10n.t('Different name in “{0}”'),
    state: vscode.l10n.t('Different state in “{0}”'),
  },
}

export type PageTexts = typeof comparisonTexts
