// The tables of README and docs that are made from the manifest and the sources.
import { commands } from '../../src/manifest/commands.ts'
import { never, type Menu } from '../../src/manifest/contribution.ts'
import { commandIds } from '../../src/contributions.ts'
import { manifest, texts } from '../unit/manifest/manifest.ts'
import { readPage, readPart, markdownTable, replacePart } from './page.ts'
import { directImports } from '../unit/manifest/imports.ts'
import { layers } from '../unit/manifest/layers.ts'

const { configuration, keybindings, languageModelTools } = manifest.contributes

/** The generated parts, by page and name. Each is made from the part as it is, whose descriptions are kept. */
const parts: Record<string, Record<string, (before: string) => string>> = {
  'README.md': { settings: settingsTable },
  'docs/commands.md': { commands: commandsTable },
  'docs/agents.md': { tools: toolsTable },
  'docs/architecture.md': { modules: modulesTable },
}

/** The pages with generated parts. */
export const generatedPages = Object.keys(parts)

/** Returns a page as it should be. */
export async function generatePage(page: string): Promise<string> {
  let text = readPage(page)
  for (const [name, make] of Object.entries(parts[page] ?? {})) {
    text = await replacePart(text, name, make(readPart(text, name)))
  }
  return text
}

/** The settings with their defaults and the first sentences of their descriptions. */
function settingsTable(): string {
  const rows = Object.entries(configuration.properties).map(([id, setting]) => {
    const text = getText(setting.markdownDescription ?? setting.description)
    const [sentence = ''] = /^.*?\.(?= |$)/.exec(text) ?? []
    return [`\`${id}\``, defaultText(setting.default), sentence]
  })
  return markdownTable(['Setting', 'Default', 'Description'], rows)
}

function defaultText(value: unknown): string {
  const isAllOn = typeof value === 'object' && Object.values(value ?? {}).every(Boolean)
  if (isAllOn && !Array.isArray(value)) return 'all on'
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/** The commands in the order of the manifest, with where they are. */
function commandsTable(): string {
  const rows = commands.map((command) => {
    const { name, title, description } = command
    return [title.en, `\`${name}\``, findPlaces(command).join(', '), description]
  })
  return markdownTable(['Command', 'ID', 'Where', 'Description'], rows)
}

/** What a menu is called in the table. */
const places: Readonly<Record<Menu, string>> = {
  'view/title': 'view',
  'view/item/context': 'row',
  'poolkeeper.copy': 'row',
  'editor/title': 'editor',
  'editor/context': 'editor',
  'explorer/context': 'Explorer',
}

function findPlaces({ id, palette, menus = [] }: (typeof commands)[number]): string[] {
  const found = new Set<string>()
  if (palette !== never) found.add('palette')
  for (const [menu, place] of Object.entries(places)) {
    if (menus.some((entry) => entry.menu === menu)) found.add(place)
  }
  if (id === commandIds.deleteMachinePool && keybindings.length > 0) found.add('key')
  return [...found]
}

/** The tools for language models. */
function toolsTable(): string {
  const rows = languageModelTools.map(({ toolReferenceName, userDescription }) => [
    `\`#${toolReferenceName}\``,
    `${getText(userDescription)}.`,
  ])
  return markdownTable(['Tool', 'Description'], rows)
}

/** The modules from the ground up, with those that they import beside what follows from others. */
function modulesTable(before: string): string {
  const described = descriptionsIn(before)
  const rows = layers.map((layer) => {
    const name = `\`${layer.replace('src/', '')}\``
    const imported = directImports(layer).map((other) => `\`${other.replace('src/', '')}\``)
    return [name, imported.join(', '), described.get(name) ?? '']
  })
  return markdownTable(['Module', 'Imports', 'Contents'], rows)
}

/** Reads the last cells of a table, by the first ones. */
function descriptionsIn(table: string): Map<string, string> {
  const rows = table.split('\n').filter((line) => line.startsWith('| '))
  return new Map(
    rows.map((row) => {
      const cells = row.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim())
      return [cells[0] ?? '', cells.at(-1) ?? '']
    }),
  )
}

/** Returns the English text of a `%key%` of the manifest. */
function getText(key = ''): string {
  return texts[key.replaceAll('%', '')] ?? ''
}
