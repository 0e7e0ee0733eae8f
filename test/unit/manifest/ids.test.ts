import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  abilities,
  commandIds,
  contextKeys,
  settingIds,
  toolNames,
  viewIds,
} from '../../../src/contributions.ts'
import { root } from '../../host/paths.ts'
import { files } from './imports.ts'
import { comparedWith, manifest, whenClauses } from './manifest.ts'

const { configuration, keybindings, languageModelTools, views, viewsWelcome, walkthroughs } =
  manifest.contributes
const sorted = (values: Iterable<string>) => [...new Set(values)].sort()
const sources = files
  .filter((file) => file !== 'src/contributions.ts' && !file.startsWith('src/manifest/'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
const sortIds = (ids: Record<string, string>) => sorted(Object.values(ids))

describe('Manifest: package.json and contributions.ts', () => {
  it('name the same views', () => {
    const declared = Object.values(views).flat()
    assert.deepEqual(sorted(declared.map(({ id }) => id)), sortIds(viewIds))
  })

  it('name the same settings', () => {
    assert.deepEqual(sorted(Object.keys(configuration.properties)), sortIds(settingIds))
  })

  it('name the same context keys', () => {
    const inClauses = whenClauses().flatMap(
      (when) =>
        when.match(/(?<!config\.)\bpoolkeeper\.\w+(?= [!=]=)|(?<= in )poolkeeper\.\w+/g) ?? [],
    )
    const inSteps = walkthroughs
      .flatMap(({ steps }) => steps)
      .flatMap(({ completionEvents }) => completionEvents)
      .flatMap((event) => /^onContext:(poolkeeper\.\w+)/.exec(event)?.[1] ?? [])
    assert.deepEqual(sorted([...inClauses, ...inSteps]), sortIds(contextKeys))
  })

  it('name the same tools', () => {
    assert.deepEqual(sorted(languageModelTools.map(({ name }) => name)), sortIds(toolNames))
  })

  it('name commands that each have a handler in the sources', () => {
    const registered = Array.from(
      sources.matchAll(/commands\.register\(\s*commandIds\.(\w+)/g),
      ([, name = '']) => name,
    )
    assert.deepEqual(registered.toSorted(), Object.keys(commandIds).sort())
  })

  it('name the same abilities of rows', () => {
    const used = whenClauses().flatMap((when) =>
      Array.from(when.matchAll(/viewItem =~ \/\\b(\w+)\\b\//g), ([, name = '']) => name),
    )
    assert.deepEqual(sorted(used), sorted(abilities))
  })

  it('name abilities that each are returned for some row', () => {
    // The functions `abilities` of the kinds of rows, and their helpers such as `pinAbility`: the line that declares one,
    // and the lines that are indented further.
    const declarations = sources.matchAll(
      /^( *)(?:export )?(?:(?:async )?function )?(?:abilities|\w+Abilit(?:y|ies))\b.*(?:\n\1 .*)*/gm,
    )
    const literals = Array.from(declarations, ([declaration]) => declaration).flatMap(
      (declaration) => Array.from(declaration.matchAll(/'(\w+)'/g), ([, literal = '']) => literal),
    )
    assert.deepEqual(
      abilities.filter((ability) => !literals.includes(ability)),
      [],
    )
  })

  it('name context keys that each are set in the sources', () => {
    const set = Array.from(sources.matchAll(/\bsetContext\('(\w+)'/g), ([, name = '']) => name)
    assert.deepEqual(sorted(set), Object.keys(contextKeys).sort())
  })

  it('name settings that each are read in the sources', () => {
    const used = Array.from(sources.matchAll(/settingIds\.(\w+)/g), ([, name = '']) => name)
    assert.deepEqual(sorted(used), Object.keys(settingIds).sort())
  })
})

describe('Manifest: package.json names only what exists:', () => {
  const isIn = (ids: Record<string, string>) => (id: string) => Object.values(ids).includes(id)

  it('commands in keybindings', () => {
    // VS Code's own “runCommands” has commands in its arguments.
    const used = keybindings.flatMap(
      (keybinding) => JSON.stringify(keybinding).match(/poolkeeper\.(?!machinePools)\w+/g) ?? [],
    )
    assert.equal(used.length, keybindings.length)
    assert.deepEqual(
      used.filter((id) => !isIn(commandIds)(id)),
      [],
    )
  })

  it('views in when clauses and welcome views', () => {
    const inClauses = whenClauses().flatMap((when) => [
      ...comparedWith(when, 'view'),
      ...comparedWith(when, 'focusedView'),
    ])
    const used = [...inClauses, ...viewsWelcome.map(({ view }) => view)]
    assert.deepEqual(
      used.filter((id) => !isIn(viewIds)(id)),
      [],
    )
  })
})
