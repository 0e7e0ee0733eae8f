/**
 * Returns the empty page of a comparison. Its content security policy allows one script and one style, and
 * nothing else.
 */
export function comparisonHtml(page: {
  /** The URIs of script and style in the webview. */
  script: string
  style: string
  /** The webview’s source of files (`webview.cspSource`). */
  cspSource: string
  /** New for each page; only scripts with it run. */
  nonce: string
  /** The language of the texts, such as `en`. */
  language: string
  title: string
}): string {
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
