// The layers of src: a lower one imports nothing of a higher one. docs/architecture.md lists them. A unit test holds them:
// oxlint has no rule for imports between folders, and the page needs the imports anyway.

/** Files and folders from the ground up; each may import only from those before it. */
export const layers: readonly string[] = [
  'src/contributions.ts',
  'src/manifest',
  'src/api',
  'src/steps.ts',
  'src/globalState.ts',
  'src/syntax',
  'src/displayTexts.ts',
  'src/connections',
  'src/model',
  'src/cache',
  'src/pins',
  'src/clusters',
  'src/cloud',
  'src/zoneAnalysis',
  'src/deletion',
  'src/documents',
  'src/ui',
  'src/parts.ts',
  'src/features/connections',
  'src/features/connectionCheck',
  'src/features/zones',
  'src/features/comparison',
  'src/features/zoneChecks',
  'src/features/machinePools',
  'src/features/poolsInCode',
  'src/features/details',
  'src/features/deletion',
  'src/features/copyAs',
  'src/features/viewCommands',
  'src/features/agents',
  'src/features/sample',
  'src/main.ts',
  'src/extension.ts',
  'src/node',
  'src/web',
]

/** The only files, or folders, that may import values from the files that lead to a request, or to a deletion. */
export const allowedImporters: Readonly<Record<string, readonly string[]>> = {
  // Features get a client from `Parts`, with the key and the limits of its service.
  'src/api/client.ts': ['src/connections'],
  'src/api/lookups.ts': ['src/connections'],
  'src/api/transport.ts': ['src/api'],
  'src/connections/services.ts': ['src/connections', 'src/parts.ts'],
  // Only deletion.ts leads to a delete request: it sends nothing that isn’t confirmed.
  'src/features/deletion/confirmDeletion.ts': ['src/features/deletion/deletion.ts'],
  'src/features/deletion/sendDeletion.ts': ['src/features/deletion/deletion.ts'],
  'src/deletion/requestDeletion.ts': ['src/features/deletion/sendDeletion.ts'],
}
