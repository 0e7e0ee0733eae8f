// Stands in for the native @vscode/spdlog in the test host: writes every message at once, which is
// slower and what a test wants. Without it the host writes no log, our own output channel included.
const { appendFileSync, mkdirSync } = require('node:fs')
const { dirname } = require('node:path')

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off']

class Logger {
  constructor(_type, _name, path) {
    this.path = path
    this.level = 2
    this.plain = false
    mkdirSync(dirname(path), { recursive: true })
  }
  write(level, message) {
    if (level < this.level) return
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '')
    const line = this.plain ? message : `${time} [${levels[level]}] ${message}\n`
    appendFileSync(this.path, line)
  }
  trace(message) {
    this.write(0, message)
  }
  debug(message) {
    this.write(1, message)
  }
  info(message) {
    this.write(2, message)
  }
  warn(message) {
    this.write(3, message)
  }
  error(message) {
    this.write(4, message)
  }
  critical(message) {
    this.write(5, message)
  }
  getLevel() {
    return this.level
  }
  setLevel(level) {
    this.level = level
  }
  setPattern() {}
  clearFormatters() {
    this.plain = true
  }
  flush() {}
  drop() {}
}

async function createLogger(name, path) {
  return new Logger('rotating', name, path)
}

exports.version = 0
exports.setLevel = () => {}
exports.setFlushOn = () => {}
exports.Logger = Logger
exports.createRotatingLogger = createLogger
exports.createAsyncRotatingLogger = createLogger
