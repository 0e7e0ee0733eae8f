/**
 * The tests that every change must pass in the oldest and the newest VS Code and in a browser, by the start of
 * their paths: what VS Code itself does differently from one version, or one kind of host, to the next.
 * `npm run test:all` runs all tests but those of `fakeOnly.ts` in all of them.
 */
export const everyHost: readonly string[] = [
  'activation.',
  'commands.',
  'connections/apiKey',
  'deletion/fileSystem',
  'languages.',
  'web/',
  'windows.',
]
