/** The tests that need a real VS Code, by the beginnings of their paths, and what they need of it. */
export const realOnly: readonly string[] = [
  'activation.', // the activation of an extension
  'commands.', // the registered commands
  'connections/settings', // which settings of a workspace VS Code applies
  'faults/matrix', // proxies, which VS Code’s fetch knows
  'languages.', // what VS Code does with providers of hovers, completion, and the like
  'web/', // a browser’s extension host
  'windows.', // windows of every kind
  'zones/insertedInEditor', // undo, and typing during an edit
  'zoneChecks/folder', // the search for files, and its exclusions
  'poolsInCode/workspaceFiles', // the files of a workspace, and the search for them
]
