// Stands in for the native @vscode/spdlog in the test host: writes every message at once, which is
// slower and what a test wants. Without it the host writes no log, our own output channel included.
const { appendFileSync, mkdirSync } = require('node:fs')
const { dirname } = require('node:path')

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off']

class Logger {
  constructor(_type, _name, path) {
    this.path = path
    this.level = 2
    this.isPlain = false
    mkdirSync(dirname(path), { recursive: true })
  }
  getLevel() {
    return this.level
  }
  setLevel(level) {
    this.level = level
  }
  setPattern() {}
  clearFormatters() {
    this.isPlain = true
  }
  flush() {}
  drop() {}
}
for (const [level, name] of levels.entries()) {
  Logger.prototype[name === 'warning' ? 'warn' : name] = function (message) {
    if (level < this.level) return
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '')
    appendFileSync(this.path, this.isPlain ? message : `${time} [${name}] ${message}\n`)
  }
}

const createLogger = async (name, path) => new Logger('rotating', name, path)

exports.version = 0
exports.setLevel = () => {}
exports.setFlushOn = () => {}
exports.Logger = Logger
exports.createRotatingLogger = createLogger
exports.createAsyncRotatingLogger = createLogger
