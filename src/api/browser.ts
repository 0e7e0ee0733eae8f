/**
 * Whether this runs in a browser. There a request that fails explains nothing: the code
 * {@link hiddenByBrowser} stands for that. And where a connection breaks before an answer, the
 * browser may send the request once more by itself, a deletion too.
 */
export const isBrowser = !('process' in globalThis)

/** `ApiError.code` of what a browser does not explain: not reached, or not shown to a web page. */
export const hiddenByBrowser = 'HIDDEN_BY_BROWSER'
