/** User settings of every VS Code under test: nothing comes up, moves or asks by itself. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  // The browser's colour scheme decides between the two themes.
  'window.autoDetectColorScheme': true,
  'window.confirmBeforeClose': 'never',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};
