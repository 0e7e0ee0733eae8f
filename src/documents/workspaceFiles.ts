import * as vscode from 'vscode'
import { withoutBraces } from './globs.ts'

/** What nobody has asked for reads no longer text than this, in UTF-16 units or bytes. */
export const maxTextLength = 1_000_000

/** Copies of modules that Terraform and Terragrunt make. */
const copies = ['**/.terraform/**', '**/.terragrunt-cache/**']

/** Returns the patterns of copies and those that the user excludes from search; those of `files.exclude` are excluded anyway. */
export function searchExcludes(): string {
  const setting = vscode.workspace
    .getConfiguration('search')
    .get<Record<string, unknown>>('exclude')
  const all = Object.entries(setting ?? {}).flatMap(([glob, is]) =>
    is === true ? withoutBraces(glob) : [],
  )
  return `{${[...copies, ...all].join(',')}}`
}
