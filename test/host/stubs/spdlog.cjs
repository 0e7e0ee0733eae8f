// Stands in for the native @vscode/spdlog in the test host: writes every message at once, which is
// slower and what a test wants. Without it the host writes no log, our own output channel included.
const { appendFileSync, mkdirSync } = require('node:fs')
const { dirname } = require('node:path')

class Logger {
  level = 2
  isPlain = false

  constructor(_type, _name, path) {
    this.path = path
    mkdirSync(dirname(path), { recursive: true })
  }
  getLevel = () => this.level
  setLevel = (level) => void (this.level = level)
  clearFormatters = () => void (this.isPlain = true)
  setPattern() {}
  flush() {}
  drop() {}
}
for (const [level, name] of ['trace', 'debug', 'info', 'warn', 'error', 'critical'].entries()) {
  Logger.prototype[name] = function (message) {
    if (level < this.level) return
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '')
    appendFileSync(this.path, this.isPlain ? message : `${time} [${name}] ${message}\n`)
  }
}

const createLogger = async (name, path) => new Logger('rotating', name, path)
const nothing = () => {}
module.exports = { version: 0, setLevel: nothing, setFlushOn: nothing, Logger }
Object.assign(module.exports, {
  createRotatingLogger: createLogger,
  createAsyncRotatingLogger: createLogger,
})
