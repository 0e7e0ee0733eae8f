// The order of src: what stands lower knows nothing of what stands above it. docs/architecture.md lists it.

/** Files and folders from the ground up; each may import only from those before it. */
export const layers: readonly string[] = [
  'src/contributions.ts',
  'src/api',
  'src/syntax',
  'src/texts.ts',
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

/** The only files, or folders, that may import values from the ways to a service and to a deletion. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  // Whoever asks a service is given one, with its key and its limits.
  'src/api/client.ts': ['src/connections'],
  'src/api/lookups.ts': ['src/connections'],
  'src/api/transport.ts': ['src/api'],
  'src/connections/services.ts': ['src/connections', 'src/parts.ts'],
  // Whoever deletes calls deletion.ts, which sends nothing that was not confirmed.
  'src/features/deletion/confirmDeletion.ts': ['src/features/deletion/deletion.ts'],
  'src/features/deletion/sendDeletion.ts': ['src/features/deletion/deletion.ts'],
  'src/deletion/requestDeletion.ts': ['src/features/deletion/sendDeletion.ts'],
}
