/** Resolves to whether `work` settles, either way, within `ms` milliseconds. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const settled = Promise.allSettled([work]).then(() => true)
  return Promise.race([settled, timeout]).finally(() => clearTimeout(timer))
}
