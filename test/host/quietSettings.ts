import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** User settings for a calm workbench: nothing asks, advertises, updates or phones home. */
export const quietSettings = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'window.restoreWindows': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.experimentalOnboarding': false,
}

/** Where VS Code keeps the user settings. The test host reads the file once, when a page opens. */
export function settingsFile(userDataDir: string): string {
  return join(userDataDir, 'User/settings.json')
}

/** Writes the quiet settings, and more, before VS Code starts for the first time. */
export async function writeSettings(
  userDataDir: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const file = settingsFile(userDataDir)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify({ ...quietSettings, ...more }, undefined, 2))
}
