import type * as vscode from 'vscode'

/** The documents that features for code are for; if no extension knows the language, by file name. */
export const codeSelector: vscode.DocumentSelector = [
  ...(
    'terraform terraform-vars opentofu opentofu-vars tfvars hcl terragrunt packer nomad ' +
    'yaml dockercompose helm ansible json jsonc'
  )
    .split(' ')
    .map((language) => ({ language })),
  { pattern: '**/*.{tf,tfvars,tofu,hcl}' },
]
