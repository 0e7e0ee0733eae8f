/** What a person is told, by how it ended; `H` stands for the host. */
const forms: [end: RegExp, message: RegExp][] = [
  [/^unauthorized 401/, /^H didn’t accept the API key \(401\)\./],
  [
    /^forbidden 403/,
    /^H doesn’t accept the API key, or the key has no permissions \(403\)|^Your API key doesn’t have permission to do this on H \(403\)\./,
  ],
  [
    /^notFound 404/,
    /^H couldn’t find (this item|zones for provider \S+, cloud account \S+, and region \S+) \(404\)\./,
  ],
  [
    /^conflict 409/,
    /^H rejected the request because of a conflict \(409\)\. Another operation may be in progress\./,
  ],
  [/^rateLimited .* wait/, /^Too many requests to H \(429\)\. Try again (in \d{1,4} s|later)\./],
  [/^rateLimited/, /^Too many requests to H \(429\)\. Try again later\./],
  [/^rejected 408/, /^The request to H timed out \(408\)\./],
  [/^rejected 4\d\d/, /^H rejected the request \(4\d\d\)\./],
  [
    /^server \d/,
    /^H reported a server error \((5\d\d|600)\)( and requested a delay of \d{1,4} s)?\./,
  ],
  [
    /^redirected 3\d\d to/,
    /^H redirected the request( to http\S+( key›\S+)?, but .* redirects\. If that’s your service| \(3\d\d\), but .* redirects\. Check the connection’s)/,
  ],
  [
    /^redirected 3\d\d$/,
    /^H redirected the request \(3\d\d\), but .* redirects\. Check the connection’s/,
  ],
  [
    /^unreachable \w+_/,
    /^The connection to H failed \(\w+\)\. Check the URL, your network connection, and your proxy settings\./,
  ],
  [
    /^unreachable E/,
    /^The connection to H failed \(E\w+\)\. Check the URL, your network connection, and your proxy settings\./,
  ],
  [
    /^unreachable/,
    /^The connection to H failed\. Check the URL, your network connection, and your proxy settings\./,
  ],
  [
    /^tls/,
    /^Couldn’t establish a secure connection to H \(\w+\)\. Check the URL and the service’s certificate\./,
  ],
  [/^timeout/, /^The request to H timed out\./],
  [/^invalidResponse/, /^H returned an unexpected response\. Check the connection’s/],
]

/** The kind of error that an end is; `done` for none. */
export function kindOf(end: string | RegExp): string {
  return /\w+/.exec(typeof end === 'string' ? end : end.source)?.[0] ?? ''
}

/** What is wrong with the message of something that ended so; undefined if nothing is. */
export function problemOf(message: string, end: string | RegExp, host: string): string | undefined {
  const fitting = forms.filter(([ends]) =>
    typeof end === 'string' ? ends.test(end) : ends.source.startsWith(`^${kindOf(end)}`),
  )
  // An end that is known to the letter has one form, the first.
  const allowed = typeof end === 'string' ? fitting.slice(0, 1) : fitting
  if (!allowed.some(([, form]) => form.test(message.replace(host, 'H')))) return 'its form'
  const [, code, words] =
    (typeof end === 'string' &&
      /^\w+ \d{3}(?: (?!unsure|wait|to )(\w+))?.*?(?:“(.*)”)?$/.exec(end)) ||
    []
  const said = words && code ? `${words} (${code})` : (words ?? code)
  if (!message.endsWith(said === undefined ? '.' : ` The service reported: ${said}`))
    return 'its end'
  if (/undefined|null|\[object|\n/.test(message)) return 'it is not for people'
  return undefined
}
