import type * as vscode from 'vscode'
import { codeLanguages } from '../contributions.ts'

/** The documents that features for code are for; if no extension knows the language, by file name. */
export const codeSelector: vscode.DocumentSelector = [
  ...codeLanguages.map((language) => ({ language })),
  { pattern: '**/*.{tf,tfvars,tofu,hcl}' },
]
