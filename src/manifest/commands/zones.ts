import {
  codeFormats,
  languagesOfEitherFormat,
  settingIds,
  viewIds,
  type CodeFormat,
} from '../../contributions.ts'
import {
  inComparison,
  inTitle,
  never,
  onRow,
  refreshTitle,
  withConnection,
  type CommandContributions,
  type MenuEntry,
} from '../contribution.ts'

/** The commands for zones, in the Zones view and in files. */
export const zoneCommands: CommandContributions = {
  listZones: {
    title: {
      en: 'List Zones…',
      de: 'Zonen auflisten…',
      ja: 'ゾーンの一覧表示…',
      'zh-cn': '列出可用区…',
    },
    description:
      'Lists the zones of a region for a cloud account, to copy their names. Pins the region.',
    icon: '$(add)',
    palette: withConnection,
    menus: [inTitle(viewIds.zones, 'navigation@1')],
  },
  compareZones: {
    title: {
      en: 'Compare Zones…',
      de: 'Zonen vergleichen…',
      ja: 'ゾーンの比較…',
      'zh-cn': '比较可用区…',
    },
    description:
      'Compares the zones of all regions of an account, or of several accounts or regions, in a table by zone ID.',
    palette: withConnection,
    menus: [inTitle(viewIds.zones, '1_zones@1'), onRow('compare', '0_zones@1')],
  },
  refreshComparison: {
    title: refreshTitle,
    description: 'Loads the zones of the open comparison again.',
    icon: '$(refresh)',
    palette: inComparison,
    menus: [{ menu: 'editor/title', when: inComparison, group: 'navigation@1' }],
  },
  copyComparisonAs: {
    title: {
      en: 'Copy Comparison As…',
      de: 'Vergleich kopieren als…',
      ja: '形式を指定して比較をコピー…',
      'zh-cn': '将比较复制为…',
    },
    description: 'Copies the comparison as Markdown or CSV.',
    icon: '$(copy)',
    palette: inComparison,
    menus: [{ menu: 'editor/title', when: inComparison, group: 'navigation@2' }],
  },
  refreshZones: {
    title: refreshTitle,
    description: 'Loads the Zones view again.',
    icon: '$(refresh)',
    palette: never,
    menus: [inTitle(viewIds.zones, 'navigation@2')],
  },
  insertZones: {
    title: {
      en: 'Insert Zones at Cursor…',
      de: 'Zonen an Cursorposition einfügen…',
      ja: 'カーソル位置にゾーンを挿入…',
      'zh-cn': '在光标处插入可用区…',
    },
    description:
      'Inserts zones at every cursor. See [Zones and machine pools in files](files.md#inserting-zones).',
    palette: `${withConnection} && editorIsOpen`,
    menus: [onRow('insert', '0_zones@2')],
  },
  checkZonesInFile: {
    title: {
      en: 'Check Zones in File',
      de: 'Zonen in Datei prüfen',
      ja: 'ファイル内のゾーンのチェック',
      'zh-cn': '检查文件中的可用区',
    },
    description:
      'Marks zones in the file that don’t exist or aren’t available. See [Checks](files.md#checks).',
    palette: `${withConnection} && editorIsOpen`,
    menus: [
      // There is no entry for JSON, because most JSON files don’t describe clusters.
      inEditor('terraform', `(${isLanguageOf('terraform')} || ${hasExtensionOf('terraform')})`),
      inEditor('hcl', `(${isLanguageOf('hcl')} || ${hasExtensionOf('hcl')})`),
      // There is no entry by file extension: VS Code knows YAML’s file extensions without another extension.
      inEditor('yaml', isLanguageOf('yaml', languagesOfEitherFormat)),
    ],
  },
  checkZonesInFolder: {
    title: {
      en: 'Check Zones in Folder…',
      de: 'Zonen in Ordner prüfen…',
      ja: 'フォルダー内のゾーンのチェック…',
      'zh-cn': '检查文件夹中的可用区…',
    },
    description: 'Checks the zones in all files of a folder.',
    palette: `${withConnection} && workspaceFolderCount != 0`,
    menus: [
      {
        menu: 'explorer/context',
        when: `${withConnection} && explorerResourceIsFolder`,
        group: 'z_poolkeeper',
      },
    ],
  },
  selectCheckedAccount: {
    title: {
      en: 'Select Account for Zone Checks…',
      de: 'Konto für Zonenprüfungen auswählen…',
      ja: 'ゾーンのチェックに使うアカウントの選択…',
      'zh-cn': '选择用于可用区检查的帐户…',
    },
    description: 'Selects the cloud account that zones in this workspace are checked against.',
    palette: withConnection,
  },
}

/** Returns an entry in the context menu of editors. It is shown only if the setting enables the format. */
function inEditor(format: CodeFormat, when: string): MenuEntry {
  return {
    menu: 'editor/context',
    when: `${withConnection} && config.${settingIds.fileTypes}.${format} && ${when}`,
    group: 'navigation@9',
  }
}

function isLanguageOf(format: CodeFormat, otherLanguages: readonly string[] = []): string {
  const languages = [...codeFormats[format].languages, ...otherLanguages]
  return `editorLangId =~ /^(${languages.join('|')})$/`
}

function hasExtensionOf(format: CodeFormat): string {
  return `resourceExtname =~ /^\\.(${codeFormats[format].fileExtensions.join('|')})$/`
}
