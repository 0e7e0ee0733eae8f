/** What the page of a comparison is made with. */
export interface ComparisonPage {
  /** Where the script and the style are, as the webview can reach them. */
  script: string
  style: string
  /** The webview's own source of files (`webview.cspSource`). */
  cspSource: string
  /** Fresh for each page: only a script that has it runs. */
  nonce: string
  /** The language of the texts, such as `en`. */
  language: string
  title: string
}

/**
 * The page of a comparison before its script fills it. It may load the one script and the one style,
 * and nothing else, from nowhere else.
 */
export function comparisonHtml(page: ComparisonPage): string {
  return markup`<!DOCTYPE html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${page.cspSource}; script-src 'nonce-${page.nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<link rel="stylesheet" href="${page.style}">
</head>
<body>
<main></main>
<script nonce="${page.nonce}" src="${page.script}"></script>
</body>
</html>
`
}

/** Fills a template with texts, none of which is markup. */
function markup(template: TemplateStringsArray, ...texts: string[]): string {
  return String.raw({ raw: template }, ...texts.map(escaped))
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
