/** The tests that want a real VS Code: the start of their paths, and what of it they are about. */
export const realOnly: Readonly<Record<string, string>> = {
  'activation.': 'when VS Code activates an extension',
  'commands.': 'what VS Code has registered',
  'connections/settings': 'which settings of a workspace VS Code heeds',
  'faults/matrix': 'proxies, which VS Code’s fetch knows',
  'soak/': 'memory and listeners, with nothing else in the process',
  'help/walkthrough': 'steps that VS Code ticks off',
  'web/': 'a browser’s extension host',
  'windows.': 'windows of every kind',
  'zoneChecks/': 'documents, diagnostics, hovers and completion',
  'machinePools/details': 'a file system of ours',
  'poolsInCode/workspaceFiles': 'files of a workspace, and their search',
  'zones/drop': 'documents and dropping',
  'zones/insert': 'editors and their cursors',
}
