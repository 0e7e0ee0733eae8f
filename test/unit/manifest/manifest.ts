import { readFileSync } from 'node:fs'

/** The parts of package.json that VS Code reads, as far as the tests look at them. */
export interface Manifest {
  name: string
  publisher: string
  version: string
  type?: string
  main: string
  browser: string
  extensionKind: string[]
  repository: { url: string }
  homepage: string
  bugs: { url: string }
  icon: string
  galleryBanner: { color: string; theme: string }
  pricing: string
  keywords: string[]
  engines: { vscode: string }
  activationEvents: string[]
  capabilities: { untrustedWorkspaces: { supported: unknown }; virtualWorkspaces: unknown }
  contributes: {
    configuration: { title: string; properties: Record<string, SettingProperty> }
    commands: {
      command: string
      category?: string
      title?: string
      icon?: string
      enablement?: string
    }[]
    keybindings: { command: string; key?: string; mac?: string; when: string; args: unknown }[]
    viewsContainers: { activitybar: { id: string; icon: string }[] }
    views: Record<string, { id: string; name: string; icon: string }[]>
    viewsWelcome: { view: string; contents: string; when: string }[]
    walkthroughs: { id: string; steps: WalkthroughStep[] }[]
    menus: Record<string, MenuItem[]>
    languageModelTools: ToolEntry[]
  }
}

/** A setting. */
export interface SettingProperty {
  scope: string
  order: number
  default: unknown
  markdownDeprecationMessage?: string
  items?: {
    defaultSnippets: { body: unknown }[]
    properties: Record<string, { deprecationMessage?: string }>
  }
}

/** A tool for language models. */
export interface ToolEntry {
  name: string
  when: string
  toolReferenceName: string
  displayName: string
  userDescription: string
  modelDescription: string
  canBeReferencedInPrompt: boolean
  icon: string
  inputSchema: {
    type: string
    additionalProperties: boolean
    required: string[]
    properties: Record<string, { type: string; description: string }>
  }
}

/** A step of a walkthrough; an event is a kind and what is looked for, such as `onContext:a == b`. */
export interface WalkthroughStep {
  id: string
  description: string
  media: { svg: string }
  completionEvents: string[]
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
export const texts = JSON.parse(read('package.nls.json')) as Record<string, string>

/** Every `when` clause of the manifest. */
export function whenClauses(): string[] {
  const { keybindings, viewsWelcome, menus } = manifest.contributes
  const { languageModelTools } = manifest.contributes
  const all = [
    ...keybindings,
    ...viewsWelcome,
    ...languageModelTools,
    ...Object.values(menus).flat(),
  ]
  return all.flatMap(({ when }: { when?: string }) => when ?? [])
}

/** What a `when` clause compares a key with, such as `viewItem`: one value, or a pattern of several. */
export function comparedWith(when: string, key: string): string[] {
  const values = '([\\w.|\\\\]+)'
  const comparisons = new RegExp(`\\b${key} (?:== ([\\w.]+)|=~ /\\^\\(${values}\\)\\$/)`, 'g')
  return [...when.matchAll(comparisons)].flatMap(
    ([, one, several]) => one ?? several!.replaceAll('\\.', '.').split('|'),
  )
}
