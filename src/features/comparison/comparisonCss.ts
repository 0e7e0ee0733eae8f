/** With this tag, Prettier formats a text as CSS. */
const css = String.raw

/**
 * The style sheet of a comparison’s page. It uses only VS Code’s own colors, so that it fits every theme. Color is never
 * the only cue. The page contains this text unescaped, so the text must not contain `</style`.
 */
export const comparisonCss = css`
  body {
    padding: 0;
  }

  main {
    display: flex;
    flex-direction: column;
    height: 100vh;
  }

  /* For the checkbox and the scroll bars. */
  .vscode-dark,
  .vscode-high-contrast {
    color-scheme: dark;
  }

  .vscode-light,
  .vscode-high-contrast-light {
    color-scheme: light;
  }

  .toolbar {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    align-items: center;
    padding: 12px 20px 4px;
  }

  input {
    accent-color: var(--vscode-button-background);
  }

  :focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }

  [role='status'] {
    margin: 0;
    padding: 4px 20px 8px;
    color: var(--vscode-descriptionForeground);
  }

  /* Hidden texts in cells are positioned absolutely: within the table’s scroll area, or they make the whole page scroll, too. */
  .scroll {
    position: relative;
    flex: 1;
    overflow: auto;
    padding: 0 20px 20px;
  }

  table {
    border-collapse: separate;
    border-spacing: 0;
  }

  h1,
  caption,
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  th,
  td {
    max-width: 28em;
    padding: 4px 14px 4px 8px;
    border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder));
    font-weight: normal;
    text-align: start;
    vertical-align: top;
    overflow-wrap: break-word;
  }

  thead th {
    position: sticky;
    top: 0;
    z-index: 1;
    min-width: 6em;
    border-bottom: 1px solid var(--vscode-foreground);
    background: var(--vscode-editor-background);
  }

  tbody tr:hover > * {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }

  thead th span {
    font-weight: 600;
  }

  /* Without a script, the style does what the checkbox says. */
  main:has(#onlyDifferences:checked) .same {
    display: none;
  }

  .name {
    white-space: nowrap;
  }

  .aside {
    color: var(--vscode-descriptionForeground);
  }

  .problem {
    color: var(--vscode-errorForeground);
  }

  .problem::before,
  .odd::before {
    content: '⚠ ' / '';
  }

  .odd,
  .mark {
    color: var(--vscode-list-warningForeground);
  }

  .mark {
    margin-inline-end: 4px;
    font-weight: 600;
  }

  td.missing,
  td.incomparable {
    background: var(--vscode-editorWidget-background);
  }
`
