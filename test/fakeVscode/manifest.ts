import { Uri } from 'vscode'
import manifest from '../../package.json' with { type: 'json' }
import { root } from '../host/paths.ts'

/** The extension as VS Code lists it before it activates. */
export const extension = {
  id: `${manifest.publisher}.${manifest.name}`,
  extensionUri: Uri.file(root),
  packageJSON: manifest,
}

/** The tools for language models, as VS Code lists them. */
export const tools = manifest.contributes.languageModelTools.map(
  ({ name, modelDescription, inputSchema }) => ({
    name,
    description: modelDescription,
    inputSchema,
  }),
)

/** The default of a setting in the extension’s manifest. */
export function getDefault(setting: string): unknown {
  const properties: Record<string, { default?: unknown }> =
    manifest.contributes.configuration.properties
  return properties[setting]?.default
}
