import { readFileSync } from 'node:fs'
import { manifestTexts } from '../../../src/manifest/texts.ts'

/** The parts of package.json that VS Code reads, as far as the tests look at them. */
export interface Manifest {
  extensionKind: string[]
  capabilities: { untrustedWorkspaces: { supported: unknown }; virtualWorkspaces: unknown }
  contributes: {
    configuration: { properties: Record<string, SettingEntry> }
    commands: { command: string; title: string; enablement?: string }[]
    keybindings: { command: string; key?: string; mac?: string; when: string; args: unknown }[]
    views: Record<string, { id: string }[]>
    viewsWelcome: { view: string; when: string }[]
    walkthroughs: { steps: { completionEvents: string[] }[] }[]
    menus: Record<string, MenuItem[]>
    languageModelTools: ToolEntry[]
  }
}

interface SettingEntry {
  scope: string
  default: unknown
  description?: string
  markdownDescription?: string
}

/** A tool for language models. */
interface ToolEntry {
  name: string
  toolReferenceName: string
  userDescription: string
  when: string
  inputSchema: { required: string[]; properties: Record<string, unknown> }
}

/** A command or a submenu in a menu, and when it is there. */
export interface MenuItem {
  command?: string
  when?: string
  group?: string
}

const read = (name: string): string =>
  readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

export const manifestText = read('package.json')
export const manifest = JSON.parse(manifestText) as Manifest
export const texts = manifestTexts('en')

/** Returns every `when` clause of the manifest. */
export function whenClauses(): string[] {
  const { keybindings, languageModelTools, menus, viewsWelcome } = manifest.contributes
  const all = [
    ...keybindings,
    ...viewsWelcome,
    ...languageModelTools,
    ...Object.values(menus).flat(),
  ]
  return all.flatMap(({ when }: { when?: string }) => when ?? [])
}

/** Returns what a `when` clause compares a key with, such as `view`: a value, or those of a pattern. */
export function comparedWith(when: string, key: string): string[] {
  const values = '([\\w.|\\\\]+)'
  const comparisons = new RegExp(`\\b${key} (?:== ([\\w.]+)|=~ /\\^\\(${values}\\)\\$/)`, 'g')
  return [...when.matchAll(comparisons)].flatMap(
    ([, value, pattern]) => value ?? pattern!.replaceAll('\\.', '.').split('|'),
  )
}
