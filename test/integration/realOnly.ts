/** The tests that want a real VS Code, by the start of their paths, and what of it they are about. */
export const realOnly: readonly string[] = [
  'activation.', // when VS Code activates an extension
  'commands.', // what VS Code has registered
  'connections/settings', // which settings of a workspace VS Code heeds
  'faults/matrix', // proxies, which VS Code’s fetch knows
  'languages.', // what VS Code makes of providers of hovers, completion, and the like
  'web/', // a browser’s extension host
  'windows.', // windows of every kind
  'zones/insertedInEditor', // undo, and what is typed meanwhile
  'zoneChecks/folder', // the search of files, and what a user excludes from it
  'poolsInCode/workspaceFiles', // files of a workspace, and their search
]
