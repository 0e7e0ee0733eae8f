import * as vscode from 'vscode'
import { expandBraces } from './globs.ts'

/** The size limit for features that run by themselves, in UTF-16 units of a text, or in bytes of a file. */
export const maxAutomaticTextLength = 1_000_000

/** The caches in which Terraform and Terragrunt keep copies of modules. */
const moduleCaches = ['**/.terraform/**', '**/.terragrunt-cache/**']

/**
 * Returns the glob pattern of the files to leave out of a search: copies of modules, and what the user excludes from
 * search. VS Code itself leaves out what `files.exclude` has.
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
