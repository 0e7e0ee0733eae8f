/** What a person is told, by how it ended; `H` stands for the host. */
const forms: [end: RegExp, message: RegExp][] = [
  [/^unauthorized 401/, /^H did not accept the API key \(401\)\./],
  [
    /^forbidden 403/,
    /^H (does not allow this for your API key|doesn’t accept the API key, or the key has no permissions) \(403\)\./,
  ],
  [
    /^notFound 404/,
    /^H (does not know this|couldn’t find zones for provider \S+, cloud account \S+, and region \S+) \(404\)\./,
  ],
  [/^conflict 409/, /^H refused because something else is going on \(409\)\./],
  [
    /^rateLimited .* wait/,
    /^H gets too many requests \(429\)\. Try again (in \d{1,4} seconds|later)\./,
  ],
  [/^rateLimited/, /^H gets too many requests \(429\)\. Try again later\./],
  [/^rejected 408/, /^The request to H timed out \(408\)\./],
  [/^rejected 4\d\d/, /^H refused the request \(4\d\d\)\./],
  [/^server \d/, /^H failed \((5\d\d|600)\)( and asks to wait \d{1,4} seconds)?\./],
  [
    /^redirected 3\d\d to/,
    /^H redirects (to http\S+( key›\S+)?, which was not followed\. If that is your service|\(3\d\d\), which was not followed\. Check the connection’s)/,
  ],
  [/^redirected 3\d\d$/, /^H redirects \(3\d\d\), which was not followed\. Check the connection’s/],
  [
    /^unreachable \w+_/,
    /^H cannot be reached \(\w+\)\. Check the address, the network and the proxy\./,
  ],
  [
    /^unreachable E/,
    /^H cannot be reached \(E\w+\)\. Check the address, the network and the proxy\./,
  ],
  [/^unreachable/, /^H cannot be reached\. Check the address, the network and the proxy\./],
  [
    /^tls/,
    /^No trusted connection to H can be made \(\w+\)\. Check its address and its certificate\./,
  ],
  [/^timeout/, /^The request to H timed out\./],
  [/^invalidResponse/, /^H answered with something that is not this API\. Check the connection’s/],
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
  if (!message.endsWith(said === undefined ? '.' : ` It says: ${said}`)) return 'its end'
  if (/undefined|null|\[object|\n/.test(message)) return 'it is not for people'
  return undefined
}
