import type { Job } from './jobs.ts'

/** One line that tells what runs, rewritten each second; on a terminal alone. */
export class Progress {
  readonly #stream: NodeJS.WriteStream
  readonly #start = Date.now()
  readonly #running = new Map<Job, number>()
  #left: number
  #timer: NodeJS.Timeout | undefined

  constructor(jobs: number, stream = process.stdout) {
    this.#left = jobs
    this.#stream = stream
    if (stream.isTTY) this.#timer = setInterval(() => this.#draw(), 1000)
  }

  begin(job: Job): void {
    this.#left--
    this.#running.set(job, 0)
  }

  /** So many more of a job’s tests are over. */
  add(job: Job, tests: number): void {
    this.#running.set(job, (this.#running.get(job) ?? 0) + tests)
  }

  end(job: Job): void {
    this.#running.delete(job)
  }

  /** Prints lines that stay. */
  print(text: string): void {
    this.#clear()
    this.#stream.write(`${text}\n`)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#clear()
  }

  #clear(): void {
    if (this.#timer) this.#stream.write('\r\u001b[K')
  }

  #draw(): void {
    const running = [...this.#running].map(
      ([{ name }, tests]) => `${name}${tests ? ` ${tests}` : ''}`,
    )
    const left = this.#left > 0 ? `, ${this.#left} to come` : ''
    const line = `${duration(Date.now() - this.#start)}  ${running.join(', ')}${left}`
    this.#clear()
    this.#stream.write(line.slice(0, this.#stream.columns - 1))
  }
}

function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
