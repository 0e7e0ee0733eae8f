import * as vscode from 'vscode'
import { expandBraces } from './globs.ts'

/**
 * The size up to which features read a text without being asked, such as checks while typing: in UTF-16 units of a
 * text, or in bytes of a file.
 */
export const maxAutomaticTextLength = 1_000_000

/** The glob patterns of the folders in which Terraform and Terragrunt cache copies of modules. */
const moduleCaches = ['**/.terraform/**', '**/.terragrunt-cache/**']

/**
 * Returns the glob pattern of the files to leave out of a search: copies of modules, and the files of the setting
 * `search.exclude`. VS Code itself leaves out the files of `files.exclude`.
 */
export function searchExcludes(): string {
  const setting = vscode.workspace
    .getConfiguration('search')
    .get<Record<string, unknown>>('exclude')
  const patterns = [...moduleCaches]
  for (const [pattern, isExcluded] of Object.entries(setting ?? {})) {
    if (isExcluded === true) patterns.push(...expandBraces(pattern))
  }
  return `{${patterns.join(',')}}`
}
