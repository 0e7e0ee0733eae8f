/**
 * The processor time that something takes, in ms, without what other processes use meanwhile: the least of three runs,
 * because the compiler and the collector take some of it at times.
 */
export function timeOf(run: () => void): number {
  return Math.min(...Array.from({ length: 3 }, () => timeOfOne(run)))
}

function timeOfOne(run: () => void): number {
  const used = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(used)
  return (user + system) / 1000
}
