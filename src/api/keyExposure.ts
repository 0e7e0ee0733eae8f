/** The environment variables of the process that sends the requests. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Why sending a request would expose the API key to others than its service (`ApiError.code` of `tls`). */
export type KeyExposure = 'CERTIFICATES_NOT_VALIDATED' | 'HTTP_OVER_PROXY'

/**
 * Returns why a request to `url` would show the API key to others, by the variables that Node.js reads when it
 * connects. Any extension can set them for all extensions of its host, at any time.
 */
export function findKeyExposure(url: string, environment: Environment): KeyExposure | undefined {
  const { protocol } = new URL(url)
  if (protocol === 'https:') {
    const isValidated = environment['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0'
    return isValidated ? undefined : 'CERTIFICATES_NOT_VALIDATED'
  }
  // A proxy for https sees only encrypted data, so it doesn’t matter.
  const isProxied = usesProxyVariables(environment) && !isProxyException(url, environment)
  return isProxied ? 'HTTP_OVER_PROXY' : undefined
}

/**
 * Returns whether Node.js takes its proxy for http from the environment. Node.js 24.0 does so for any value of the
 * variable.
 */
function usesProxyVariables(environment: Environment): boolean {
  const options = environment['NODE_OPTIONS'] ?? ''
  const isOn = hasValue('NODE_USE_ENV_PROXY', environment) || options.includes('--use-env-proxy')
  return isOn && ['http_proxy', 'HTTP_PROXY'].some((name) => hasValue(name, environment))
}

function hasValue(name: string, environment: Environment): boolean {
  return (environment[name] ?? '') !== ''
}

/**
 * Returns whether `NO_PROXY` excludes a URL from the proxy: `*`, or a list of hosts, such as
 * `localhost,127.0.0.1:8080`. Node.js (undici’s EnvHttpProxyAgent) compares hosts as text, without ranges of addresses.
 */
function isProxyException(url: string, environment: Environment): boolean {
  const { hostname, port } = new URL(url)
  const exceptions = environment['no_proxy'] ?? environment['NO_PROXY'] ?? ''
  const hosts = exceptions.toLowerCase().split(/[,\s]+/)
  return (
    exceptions === '*' || hosts.includes(hostname) || hosts.includes(`${hostname}:${port || '80'}`)
  )
}
