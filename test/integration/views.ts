import * as vscode from 'vscode'
import { viewIds } from '../../src/contributions.ts'
import { parts } from './extensionParts.ts'
import { until } from '../until.ts'

/** The label of the row in place of rows that are being loaded. */
export const loadingLabel = 'Loading…'

const neverCancelled = new vscode.CancellationTokenSource().token

/** A row of a tree. */
export interface Row {
  node: unknown
  item: vscode.TreeItem
  label: string
  /** The text of its tooltip, with a line for each row of its table. */
  tooltip: string
}

/** The data provider that the extension gave to a view. */
export function getTreeProvider(view: keyof typeof viewIds): vscode.TreeDataProvider<unknown> {
  const provider = parts.treeProviders.get(viewIds[view])
  if (!provider) throw new Error(`The extension has no data provider for the view ${view}`)
  return provider
}

/** The text of a tooltip, with a line for each row of its table, such as `Provider: aws`. */
export function formatTooltip(tooltip: vscode.TreeItem['tooltip'] = ''): string {
  if (typeof tooltip === 'string') return tooltip
  const lines = tooltip.value.split('\n').filter((line) => line !== '' && !line.startsWith('| :--'))
  return lines.map((line) => unescapeMarkdown(formatTableRow(line))).join('\n')
}

/** `Label: value` for a row of a Markdown table with two columns; any other line as it is. */
function formatTableRow(line: string): string {
  const [, label = '', value = ''] = /^\| (.*?) \|(?: (.*))? \|$/.exec(line) ?? []
  if (label === '') return line
  return value === '' ? label : `${label}: ${value}`
}

/** Removes the code marks and backslashes of a Markdown text. */
function unescapeMarkdown(text: string): string {
  return text.replaceAll(/`+ ?(.*?) ?`+/g, '$1').replaceAll(/\\(.)/g, '$1')
}

/** Reads the rows of the views as VS Code does. */
export class Views {
  /** The rows of a view, at the top or under a row, once all are loaded. */
  async rows(view: keyof typeof viewIds, under?: Row): Promise<Row[]> {
    return until('all rows', async () => {
      const rows = await this.currentRows(view, under)
      return rows.every(({ label }) => label !== loadingLabel) && rows
    })
  }

  /** The rows of a view at this moment, even if others are being loaded. */
  async currentRows(view: keyof typeof viewIds, under?: Row): Promise<Row[]> {
    const provider = getTreeProvider(view)
    const nodes = (await provider.getChildren(under?.node)) ?? []
    return Promise.all(
      nodes.map(async (node) => {
        const item = await provider.getTreeItem(node)
        // VS Code does this once the pointer hovers over a row.
        if (item.tooltip === undefined) await provider.resolveTreeItem?.(item, node, neverCancelled)
        return { node, item, label: item.label as string, tooltip: formatTooltip(item.tooltip) }
      }),
    )
  }

  /** The row at the end of a path of labels; undefined if there is none. */
  async row(view: keyof typeof viewIds, ...labels: string[]): Promise<Row | undefined> {
    let row: Row | undefined
    for (const label of labels) {
      const rows: Row[] = await this.rows(view, row)
      row = rows.find((candidate) => candidate.label === label)
      if (!row) return undefined
    }
    return row
  }

  /** The labels of the rows of a view, at the top or under a row. */
  async labels(view: keyof typeof viewIds, under?: Row): Promise<string[]> {
    return (await this.rows(view, under)).map(({ label }) => label)
  }
}

/** Closes the views if a test has revealed a row: an open view sends requests by itself, which no test expects. */
export async function closeViews(): Promise<void> {
  const isAnyOpen = () => [...parts.views.values()].some(({ visible }) => visible)
  if (!isAnyOpen()) return
  await vscode.commands.executeCommand('workbench.view.explorer')
  await until('the views to be closed', () => !isAnyOpen())
}
