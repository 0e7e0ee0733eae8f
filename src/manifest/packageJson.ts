import { codeLanguages } from '../contributions.ts'
import { commands } from './commands.ts'
import { copySubmenu, type Menu } from './contribution.ts'

/** The parts of package.json that are generated. The other parts stay as they are. */
interface PackageJson {
  activationEvents: unknown
  contributes: Record<string, unknown>
}

/** Returns package.json with its generated parts: activation events, commands, and menus. */
export function generatePackageJson(text: string): string {
  const manifest = JSON.parse(text) as PackageJson
  manifest.activationEvents = codeLanguages.map((language) => `onLanguage:${language}`)
  manifest.contributes['commands'] = commands.map(({ name, id, icon, enablement }) => ({
    command: id,
    category: 'Poolkeeper',
    title: `%command.${name}%`,
    icon,
    enablement,
  }))
  manifest.contributes['menus'] = {
    'view/title': entriesOf('view/title'),
    'editor/title': entriesOf('editor/title'),
    'explorer/context': entriesOf('explorer/context'),
    'editor/context': entriesOf('editor/context'),
    'view/item/context': [copySubmenu, ...entriesOf('view/item/context')],
    'poolkeeper.copy': entriesOf('poolkeeper.copy'),
    commandPalette: commands
      .filter(({ palette }) => palette !== undefined)
      .map(({ id, palette }) => ({ command: id, when: palette })),
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** Returns the entries of a menu, in any order: VS Code sorts entries by their groups and positions. */
function entriesOf(menu: Menu) {
  return commands.flatMap(({ id, menus = [] }) =>
    menus
      .filter((entry) => entry.menu === menu)
      .map(({ when, group }) => ({ command: id, when, group })),
  )
}
