import { type ApiRequest, type RequestIdentity, headersOf } from './requests.ts'

/** The variable that holds the API key for a copied request. */
const keyVariable = 'POOLKEEPER_API_KEY'

/**
 * Formats a request as a curl command for a shell, equal to what the client sends. The key is replaced by an
 * environment variable, and text from outside is quoted. Throws `invalidInput` for a project UID that isn’t a
 * valid header value.
 */
export function curlCommand(
  request: ApiRequest,
  sender: Omit<RequestIdentity, 'apiKey'>,
  shell: Shell,
): string {
  const { quote, variable, program, separator } = shellText[shell]
  const { ApiKey: _, ...headers } = headersOf(request, { ...sender, apiKey: keyVariable })
  return [
    `${program} --globoff`, // curl would expand brackets and braces into several URLs
    ...(request.method === 'GET' ? [] : [`--request ${request.method}`]),
    ...Object.entries(headers).map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`),
    `--header ${variable('ApiKey: ', keyVariable)}`,
    ...(request.body === undefined ? [] : [`--data ${quote(request.body)}`]),
    quote(request.url),
  ].join(separator)
}

/** Returns the API key’s variable as a shell writes it. */
export function keyVariableIn(shell: Shell): string {
  return shellText[shell].variable('', keyVariable).slice(1, -1)
}

/** The shells that commands are written for: bash and the like, Windows PowerShell, PowerShell from 7.3, and cmd. */
export type Shell = 'posix' | 'powerShell' | 'pwsh' | 'cmd'

/** Returns the shell at a path; if it’s unknown, the usual one of the computer. */
export function shellOf(path: string, isOnWindows: boolean): Shell {
  const name = /[^/\\]*$/.exec(path)?.[0].toLowerCase() ?? ''
  if (name.startsWith('pwsh')) return 'pwsh'
  if (!isOnWindows || /^(?:ba|z|da|k|fi)?sh(?:\.exe)?$|^git-cmd/.test(name)) return 'posix'
  return name === 'cmd.exe' ? 'cmd' : 'powerShell'
}

interface ShellText {
  readonly program: string
  /** The text between two arguments. */
  readonly separator: string
  /** Quotes text as one argument of a program. */
  readonly quote: (text: string) => string
  /** Writes an argument that ends with the value of an environment variable. */
  readonly variable: (before: string, name: string) => string
}

/** The syntax of each shell for the arguments of curl. */
const shellText: Readonly<Record<Shell, ShellText>> = {
  posix: {
    program: 'curl',
    separator: ' \\\n  ',
    // Between single quotes, only the quote itself is special.
    quote: (text) => `'${text.replaceAll("'", `'\\''`)}'`,
    variable: (before, name) => `"${before}$${name}"`,
  },
  powerShell: {
    program: 'curl.exe', // in Windows PowerShell, `curl` is another command
    separator: ' ',
    // It passes double quotes as they are.
    quote: (text) => shellText.pwsh.quote(inArgument(text)),
    variable: (before, name) => `"${before}$env:${name}"`,
  },
  pwsh: {
    program: 'curl',
    separator: ' ',
    // Other single quotes count as well.
    quote: (text) => `'${text.replaceAll(/['\u2018-\u201b]/g, (mark) => mark + mark)}'`,
    variable: (before, name) => `"${before}$env:${name}"`,
  },
  cmd: {
    program: 'curl',
    separator: ' ',
    // With carets before its quotes, the argument is no string to cmd, so carets escape all that is special.
    quote: (text) => `^"${inArgument(text).replaceAll(/[^\w\s\\/.,:;=+~@'{}[\]-]/g, '^$&')}^"`,
    variable: (before, name) => `"${before}%${name}%"`,
  },
}

/** Escapes text for the quoted argument of a program on Windows: quotes, and backslashes before one. */
function inArgument(text: string): string {
  return text.replaceAll(/(\\*)("|$)/g, (_, slashes: string, mark: string) => {
    return slashes + slashes + (mark && '\\"')
  })
}
