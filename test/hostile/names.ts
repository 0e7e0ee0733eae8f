/** Names by which a service or its users may try to fake other texts, run commands, or hide something. */
export const hostileNames = {
  quotation: 'tmp” of cluster “sandbox',
  commandLink: '[press](command:workbench.action.toggleSidebarVisibility)',
  webLink: '[press](https://evil.example "title")',
  image: '![x](https://evil.example/x.png)',
  html: '<a href="command:workbench.action.quit">x</a><img src=x onerror=alert(1)>',
  icon: '$(trash) $(sync~spin) \\$(key)',
  lines: 'workers\nConnection: a safe one\r\n\u2028[error] all deleted',
  terminal: 'workers\u001b[2J\u0007\u0000',
  direction: 'workers\u202elairt\u202c\u2066x',
  invisible: 'work\u200ber\u00ads\ufeff\u3164\u2800',
  spaces: ' workers  \u00a0',
  composed: 'ma\u0308rz',
  long: `[press](command:y) $(trash) ${'workers-'.repeat(45)}the end`,
}

/** Characters that no visible text may contain: those that are invisible, or change the direction of writing. */
export const invisible = /[\p{C}\p{Zl}\p{Zp}\u2800\u3164\u00a0]/u

/** A part that VS Code turns into a link in notifications and prompts. */
export const markdownLink = /\]\(/

/** A part that VS Code turns into an icon in lists and in the status bar. */
export const themeIcon = /(?<!\\)\$\([\w-]+(~\w+)?\)/
