// Stands in for the native @vscode/spdlog in the test host, as far as VS Code uses it: writes every message at once, which
// is slower and what a test wants. Without it the host writes no log, our own output channel included.
const { appendFileSync, mkdirSync } = require('node:fs')
const { dirname } = require('node:path')

const nothing = () => {}
exports.setFlushOn = nothing
exports.createAsyncRotatingLogger = async (_name, path) => {
  mkdirSync(dirname(path), { recursive: true })
  let isPlain = false
  const clearFormatters = () => void (isPlain = true)
  const logger = {
    clearFormatters,
    setPattern: nothing,
    setLevel: nothing,
    flush: nothing,
    drop: nothing,
  }
  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'critical']) {
    logger[level] = (message) => {
      const time = new Date().toISOString().replace('T', ' ').replace('Z', '')
      appendFileSync(path, isPlain ? message : `${time} [${level}] ${message}\n`)
    }
  }
  return logger
}
