import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../host/paths.ts'
import { isRunning } from '../../host/parents.ts'
import { temporaryDirectory } from '../../host/processes.ts'
import { until } from '../../until.ts'

describe('Test run: a program that npm starts', () => {
  // Only Linux says who started a shell.
  const onLinux = process.platform === 'linux' ? it : it.skip

  onLinux('ends where npm was killed before it had begun', async () => {
    const { path, remove } = temporaryDirectory()
    const [killed, begun] = [join(path, 'killed'), join(path, 'begun')]
    const loaded = join(root, 'test/host/endWithParent.ts')
    // The shell tells its process by a file, and becomes the program's parent once npm is gone.
    // It waits half a minute at most: this run may be killed, too.
    const program = `echo $$ > ${begun}-shell; n=0
      while [ ! -e ${killed} ] && [ $n -lt 600 ]; do sleep 0.05; n=$((n + 1)); done
      ${process.execPath} --import ${loaded} -e 'setInterval(() => {}, 1000)' &
      echo $! > ${begun}; wait`
    const npm = `require('node:child_process').spawn('sh', ['-c', process.argv[1]]); setInterval(() => {}, 1000)`
    const env = { ...process.env, npm_lifecycle_event: 'test' }
    const child = spawn(process.execPath, ['-e', npm, program], { detached: true, env })
    await until('the shell', () => existsSync(`${begun}-shell`))
    child.kill('SIGKILL')
    await once(child, 'close')
    writeFileSync(killed, '')
    const pid = await until('the program', () => existsSync(begun) && Number(readFileSync(begun)))
    try {
      await until('its end', () => !isRunning(pid))
    } finally {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL')
      remove()
    }
  })
})
