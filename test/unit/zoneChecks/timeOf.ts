/** The processor time that something takes, in ms, without what other processes use meanwhile. */
export function timeOf(run: () => void): number {
  const used = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(used)
  return (user + system) / 1000
}
