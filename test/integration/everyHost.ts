/**
 * The tests that every change must pass in the oldest and the newest VS Code and in a browser, by the
 * beginnings of their paths: versions and hosts of VS Code differ in what these tests are about.
 * `npm run test:all` runs all tests but those of `fakeOnly.ts` in all hosts.
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
