import * as vscode from 'vscode'
import { viewIds } from '../../src/contributions.ts'
import { parts } from './extensionParts.ts'
import { until } from '../until.ts'

/** The label of the row that stands for others that are on their way. */
export const loading = 'Loading…'

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
export function provided(view: keyof typeof viewIds): vscode.TreeDataProvider<unknown> {
  const provider = parts.trees.get(viewIds[view])
  if (!provider) throw new Error(`The extension has not filled the view ${view}`)
  return provider
}

/** The text of a tooltip, with a line for each row of its table, such as `Provider: aws`. */
export function textOf(tooltip: vscode.TreeItem['tooltip'] = ''): string {
  if (typeof tooltip === 'string') return tooltip
  const lines = tooltip.value.split('\n').filter((line) => line !== '' && !line.startsWith('| :--'))
  return lines
    .map((line) => {
      const [, label = '', value = ''] = /^\| (.*?) \|(?: (.*))? \|$/.exec(line) ?? []
      return label === '' ? line : value === '' ? label : `${label}: ${value}`
    })
    .map((line) => line.replaceAll(/`+ ?(.*?) ?`+/g, '$1').replaceAll(/\\(.)/g, '$1'))
    .join('\n')
}

/** Reads the trees as VS Code does. */
export class Views {
  /** The rows of a view, at the top or under a row, once all of them are there. */
  async rows(view: keyof typeof viewIds, under?: Row): Promise<Row[]> {
    return until('all rows', async () => {
      const rows = await this.rowsNow(view, under)
      return rows.every(({ label }) => label !== loading) && rows
    })
  }

  /** The rows of a view that are there now, be it that others are on their way. */
  async rowsNow(view: keyof typeof viewIds, under?: Row): Promise<Row[]> {
    const provider = provided(view)
    const nodes = (await provider.getChildren(under?.node)) ?? []
    return Promise.all(
      nodes.map(async (node) => {
        const item = await provider.getTreeItem(node)
        // As VS Code does once the pointer rests on a row.
        if (item.tooltip === undefined) await provider.resolveTreeItem?.(item, node, neverCancelled)
        return { node, item, label: item.label as string, tooltip: textOf(item.tooltip) }
      }),
    )
  }

  /** The row at the end of a path of labels; undefined where there is none. */
  async row(view: keyof typeof viewIds, ...labels: string[]): Promise<Row | undefined> {
    let row: Row | undefined
    for (const label of labels) {
      const rows: Row[] = await this.rows(view, row)
      row = rows.find((one) => one.label === label)
      if (!row) return undefined
    }
    return row
  }

  /** The labels of the rows of a view, at the top or under a row. */
  async labels(view: keyof typeof viewIds, under?: Row): Promise<string[]> {
    return (await this.rows(view, under)).map(({ label }) => label)
  }
}

/** Closes the views if a test has revealed something: an open view reads by itself, which no test expects. */
export async function closeViews(): Promise<void> {
  const areOpen = () => [...parts.views.values()].some(({ visible }) => visible)
  if (!areOpen()) return
  await vscode.commands.executeCommand('workbench.view.explorer')
  await until('the views to be closed', () => !areOpen())
}
