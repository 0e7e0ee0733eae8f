import type { Sent } from '../../../src/inventory/deletion/record.ts'
import type { CloudConfig, MachinePool } from '../../sandbox/data.ts'
import type { Sandbox } from '../../sandbox/service.ts'
import type { Departure, Entry, FakeMachine } from '../../fakeVscode/machine.ts'
import type { FakeWindow } from '../../fakeVscode/window.ts'
import { modalsOf, reportsOf, type Run } from '../../fakeVscode/run.ts'

/** A machine pool as the text of a question names it. */
export interface Target {
  name: string
  configUid: string
  connection: string
  host: string
  path: string
  project: string | undefined
}

interface Confirmation {
  run: Run
  window: FakeWindow
  target: Target
  isSent: boolean
  /** Whether the name of the machine pool was typed. */
  isTyped: boolean
  /** What the question says. */
  detail: string
}

/** Holds what leaves and what is told against what a person confirmed, by the words of the question. */
export class Ledger {
  readonly #machine: FakeMachine
  readonly #services: readonly Sandbox[]
  readonly #confirmations: Confirmation[] = []
  readonly #wrong: string[] = []
  readonly #looked = new Map<Sandbox, number>()
  readonly #reported = new Set<Run>()
  /** Whether the answer to the next deletion that leaves is lost: nobody can know what came of it. */
  isNextLost = false
  readonly #lost = new Set<Target>()
  /** What has become of each deletion that was sent, by what was logged: the latest of each path. */
  readonly #outcomes = new Map<string, string>()
  /** The pools of which a deletion may ever have taken effect, by host and path. */
  readonly #maybeTaken = new Set<string>()
  readonly #read = new Map<FakeWindow, number>()
  /** Whether a service was ever one that does not tell of pools: then an accepted deletion is done. */
  isDark = false

  constructor(machine: FakeMachine, services: readonly Sandbox[]) {
    this.#machine = machine
    this.#services = services
  }

  /** How many deletions have been confirmed and have left. */
  get totals() {
    const sent = this.#confirmations.filter(({ isSent }) => isSent).length
    return { confirmed: this.#confirmations.length, sent }
  }

  /** To be called just before the last press of a key that confirms. */
  confirm(run: Run, window: FakeWindow, target: Target, isTyped: boolean): void {
    const detail = modalsOf(run).at(-1)?.detail ?? ''
    this.#confirmations.push({ run, window, target, isSent: false, isTyped, detail })
  }

  /** To be called where a question comes again: what was confirmed before does not count. */
  withdraw(run: Run): void {
    const at = this.#confirmations.findIndex((one) => one.run === run)
    if (at >= 0) this.#confirmations.splice(at, 1)
  }

  /** To be called where the user has taken marks away: nobody knows of those deletions any more. */
  forget(): void {
    this.#outcomes.clear()
  }

  /** The deletions that are marked although their pools are gone, and that somebody can look at. */
  unfinished(): Sent[] {
    return this.#machine.connections.flatMap(({ name, baseUrl }) =>
      this.#marks(name).filter((mark) => {
        const { origin } = new URL(baseUrl)
        const isSet = this.#machine.secrets.has(`apiKey:${JSON.stringify([name, origin])}`)
        if (!isSet || origin !== new URL(mark.baseUrl).origin) return false
        const service = this.#services.find((one) => new URL(one.baseUrl).origin === origin)
        const config = service?.data.configs.find(({ uid }) => uid === mark.configUid)
        // Sent in another project than the cluster's, in which the service doesn't find it.
        const isFound = mark.projectUid === undefined || mark.projectUid === config?.projectUid
        return isFound && config?.pools.every((one) => one.name !== mark.machinePoolName)
      }),
    )
  }

  /** To be called as a request leaves. What is wrong is noted: the code under test must not catch it. */
  departs({ method, url, run }: Departure): void {
    if (method !== 'DELETE') return
    const { host, pathname } = new URL(url)
    const about = `DELETE ${host}${pathname}`
    const confirmation = this.#confirmations.find((one) => one.run === run)
    if (!confirmation) return this.#note(`${about} was not confirmed`)
    const { target } = confirmation
    if (target.host !== host || target.path !== pathname) {
      return this.#note(`${about} is not what was confirmed`)
    }
    if (confirmation.isSent) return this.#note(`${about} left twice`)
    confirmation.isSent = true
    if (this.isNextLost) this.#lost.add(target)
    this.isNextLost = false
    const entry = this.#machine.connections.find(({ name }) => name === target.connection)
    if (!entry) return this.#note(`${about} over a connection that is gone`)
    if (entry.protection === 'readOnly') this.#note(`${about} over a read-only connection`)
    if (new URL(entry.baseUrl).host !== host) this.#note(`${about} over a changed address`)
    const project = this.#projectOf(entry, confirmation.window)
    if (project !== undefined && project !== target.project) {
      this.#note(`${about} in another project`)
    }
    const { name, configUid } = target
    const isBooked = this.#marks(target.connection).some(
      (one) => one.configUid === configUid && one.machinePoolName === name,
    )
    if (!isBooked) this.#note(`${about} left before its mark was kept`)
    const danger = this.#dangerOf(target, confirmation)
    if (danger) this.#note(`${about}: ${danger}, by a button alone`)
  }

  /** The project that the workspace of a window has selected, or else that of the setting. */
  #projectOf({ name, baseUrl, projectUid }: Entry, { workspaceState }: FakeWindow) {
    const own = workspaceState
      .get<{ connection: string; baseUrl: string; projectUid: string }[]>('selectedProjects', [])
      .find((one) => one.connection === name)
    const isOwn = own && new URL(own.baseUrl).href === new URL(baseUrl).href
    return isOwn ? own.projectUid || undefined : projectUid
  }

  /** Throws where anything was wrong since the last time. */
  check(runs: readonly Run[]): void {
    for (const service of this.#services) this.#checkService(service)
    for (const window of this.#machine.windows) this.#checkSettled(window)
    for (const run of runs) this.#checkReports(run)
    const keys = this.#services.map(({ apiKey }) => apiKey)
    const { traces, windows } = this.#machine
    const kept = windows.map(({ globalState, workspaceState }) => [globalState, workspaceState])
    const texts = [...kept.flat(), this.#machine.files].map(({ text }) => text)
    const places = [...traces.splice(0), ...texts].join('\n')
    if (keys.some((key) => places.includes(key))) this.#note('A key has left its place')
    if (this.#wrong.length > 0) throw new Error(this.#wrong.join('\n'))
  }

  /** The marks of deletions that are kept for a connection. */
  #marks(name: string): Sent[] {
    const { files } = this.#machine
    const texts = files.paths
      .filter((path) => path.endsWith('.sent.json'))
      .flatMap((path) => files.read(path) || [])
    const records = texts.map((text) => JSON.parse(text) as Sent)
    return records.filter(({ connection }) => connection === name)
  }

  #note(what: string): void {
    this.#wrong.push(what)
  }

  #find(host: string, path: string): { config: CloudConfig; pool: MachinePool } | undefined {
    const service = this.#services.find(({ baseUrl }) => new URL(baseUrl).host === host)
    for (const config of service?.data.configs ?? []) {
      for (const pool of config.pools) {
        if (path === pathOf(config, pool.name)) return { config, pool }
      }
    }
    return undefined
  }

  /** Why a deletion wants its name typed, by what is so; undefined where it does not. */
  #dangerOf({ host, path }: Target, { isTyped, detail }: Confirmation) {
    const found = this.#find(host, path)
    if (!found || isTyped || /because the service doesn’t support this check/.test(detail))
      return undefined
    const service = this.#services.find(({ baseUrl }) => new URL(baseUrl).host === host)!
    const { lookups } = service
    if (lookups === 'none' || (lookups !== 'all' && lookups.cloudConfig === false)) return undefined
    const { config, pool } = found
    if (pool.isControlPlane) return 'a control plane'
    const isGoing = (other: MachinePool) => {
      const own = pathOf(config, other.name)
      const isKnown = ['done', 'unknown'].includes(this.#outcomes.get(host + own) ?? '')
      return isKnown && this.#hasEffect(host, config, other.name)
    }
    const others = config.pools.filter((one) => !one.isControlPlane && one.size > 0)
    const hasOther = others.some((one) => one !== pool && !isGoing(one))
    return hasOther ? undefined : 'the last worker pool'
  }

  /** Whether the service has taken a deletion. */
  #hasEffect(host: string, { clusterUid }: CloudConfig, name: string): boolean {
    const service = this.#services.find(({ baseUrl }) => new URL(baseUrl).host === host)
    const { deletions = [] } = service?.data ?? {}
    return deletions.some((one) => one.clusterUid === clusterUid && one.poolName === name)
  }

  /** What is told of deletions in time is so. */
  #checkSettled(window: FakeWindow): void {
    const lines = window.log.slice(this.#read.get(window) ?? 0)
    this.#read.set(window, window.log.length)
    for (const line of lines) {
      const [, host = '', path = '', what, stage = ''] =
        / host (\S+) path (\S+) (outcome|settled) (\w+)/.exec(line) ?? []
      const kind = what === 'outcome' ? kindOf(stage) : stage
      if (what === 'outcome' && kind !== 'notSent') this.#outcomes.set(host + path, kind)
      if (kind === 'done' || kind === 'unknown') this.#maybeTaken.add(host + path)
      if (what !== 'settled') continue
      const found = this.#find(host, path)
      const isDone = this.#outcomes.get(host + path) === 'done'
      const isToldGone = kind === 'gone' || (kind === 'untold' && isDone)
      if (isToldGone && found && !this.isDark) this.#note(`${path} is listed, but settled ${kind}`)
    }
  }

  /** What arrived, as it was received. */
  #checkService(service: Sandbox): void {
    const { host } = new URL(service.baseUrl)
    const left = this.#confirmations.flatMap(({ target, isSent }) => (isSent ? target : []))
    const { requests } = service
    for (const [at, request] of requests.entries()) {
      if (at < (this.#looked.get(service) ?? 0)) continue
      const { method, url, headers, rawHeaders } = request
      const about = `${method} ${host}${url}`
      const key = headers['apikey']
      if (isOfEarlierWorld(String(key), service.apiKey)) continue
      if (key !== undefined && key !== service.apiKey) this.#note(`${about} with another key`)
      const keys = rawHeaders.filter((header) => header.toLowerCase() === 'apikey').length
      if (keys > 1) this.#note(`${about} with ${keys} keys`)
      const strange = this.#services.filter((other) => other !== service)
      const all = JSON.stringify(request)
      if (strange.some(({ apiKey }) => all.includes(apiKey))) this.#note(`${about}: strange key`)
      if (method !== 'DELETE') continue
      const isThis = (one: Target) =>
        one.host === host && one.path === url && one.project === headers['projectuid']
      const arrived = requests.filter(
        (other) =>
          other.method === 'DELETE' &&
          other.url === url &&
          other.headers['projectuid'] === headers['projectuid'],
      ).length
      if (arrived > left.filter(isThis).length) this.#note(`${about} arrived, and never left`)
    }
    this.#looked.set(service, requests.length)
  }

  #isSaidGone({ host, path, name }: Target, texts: readonly string[]): boolean {
    const isSaid = texts.some(
      (text) => text.includes(`“${name}”`) && text.includes('pool deleted:'),
    )
    return isSaid && !this.isDark && this.#find(host, path) !== undefined
  }

  /** Each deletion that was confirmed ends as exactly one of four, and a person is told the same. */
  #checkReports(run: Run): void {
    if (!run.isOver || this.#reported.has(run)) return
    this.#reported.add(run)
    const outcomes = run.log.flatMap((line) => {
      const [, host, path, stage] = / host (\S+) path (\S+) outcome (\w+)/.exec(line) ?? []
      return stage ? [{ host, path, kind: kindOf(stage) }] : []
    })
    const texts = [...reportsOf(run).map(({ text }) => text), ...run.dialogs.followed]
    const confirmation = this.#confirmations.find((one) => one.run === run)
    if (!confirmation) {
      if (outcomes.length > 0) this.#note(`An outcome of nothing: ${JSON.stringify(outcomes)}`)
      return
    }
    const { target, isSent } = confirmation
    if (outcomes.length === 0) {
      const isTold = texts.some((text) =>
        /othing was deleted|service doesn’t list|request was not sent|Nothing was sent|is already being deleted|unexpected error/.test(
          text,
        ),
      )
      if (!isTold || isSent) this.#note(`No outcome, but: ${texts.join(' ')}`)
      return
    }
    if (outcomes.length !== 1) this.#note(`${outcomes.length} outcomes in one run`)
    const [{ kind, host, path }] = outcomes as [(typeof outcomes)[0]]
    // A refusal says nothing of an earlier deletion that may have taken effect.
    const isOpen = kind === 'refused' && this.#maybeTaken.has(target.host + target.path)
    const words = isOpen ? /not (deleted|found)[: ]|may have been deleted/i : wordsOf[kind]
    const about = `${target.path}, ${isSent ? 'sent' : 'not sent'}: `
    if (!words || host !== target.host || path !== target.path) {
      this.#note(`${about}${kind} of ${host}${path}`)
    } else if ((kind === 'done' || kind === 'unknown') !== isSent && kind !== 'refused') {
      this.#note(`${about}${kind}`)
    } else if (this.#lost.has(target) && kind !== 'unknown') {
      this.#note(`${about}${kind}, although the answer was lost`)
    } else if (kind === 'done' && this.#isSaidGone(target, texts)) {
      this.#note(`${about}told to be deleted, but listed`)
    } else if (!texts.some((text) => text.includes(`“${target.name}”`) && words.test(text))) {
      this.#note(`${about}${kind}, but told was: ${texts.join(' ')}`)
    }
  }
}

/** What became of a request, by the stage in the log. */
function kindOf(stage: string): string {
  if (stage === 'draining' || stage === 'deleted') return 'done'
  return stage === 'unknown' || stage === 'notSent' ? stage : 'refused'
}

/** The path that the deletion of a machine pool goes to. */
function pathOf({ provider, uid }: CloudConfig, name: string): string {
  return `/v1/cloudconfigs/${provider}/${uid}/machinePools/${encodeURIComponent(name)}`
}

/** Whether it is a request that another world has hung up on, and that arrived after its end. */
function isOfEarlierWorld(key: string, present: string): boolean {
  const worldOf = (one: string) => Number(/^canary-key-(\d+)-/.exec(one)?.[1])
  return worldOf(key) < worldOf(present)
}

const wordsOf: Record<string, RegExp> = {
  done: /^Deleting |pool deleted:/,
  refused: /not (deleted|found)[: ]|nothing was deleted/i,
  unknown: /may have been deleted/i,
  notSent: /not deleted[: ]/i,
}

/** What a question names, and nothing else: it says no UID, provider, or host of what has a name. */
export interface Named {
  /** The host of each connection when the question was asked. */
  hosts: ReadonlyMap<string, string>
  configs: readonly CloudConfig[]
  projects: readonly { uid: string; name: string }[]
}

/** The machine pool that a question asks for, by its words. */
export function targetOf(run: Run, { hosts, configs, projects }: Named): Target {
  const { text = '', detail = '' } = modalsOf(run).at(-1) ?? {}
  const [, name = '', cluster = ''] =
    /^Delete machine pool “([^”]+)” of (?:cluster|cloud config) “([^”]+)”\?$/.exec(text) ?? []
  const valueOf = (what: string) => new RegExp(`^${what}: (.+)$`, 'm').exec(detail)?.[1]
  const uid = uidIn(cluster)
  const config = configs.find((each) => each.clusterName === cluster || each.uid === uid)
  const configUid = config?.uid ?? uid
  const path = `/v1/cloudconfigs/${config?.provider}/${configUid}/machinePools/${encodeURIComponent(name)}`
  const project = valueOf('Project')
  const connection = valueOf('Connection') ?? ''
  return {
    name,
    configUid,
    connection,
    host: hosts.get(connection) ?? '',
    path,
    project: projects.find((each) => each.name === project)?.uid ?? project,
  }
}

/** The uid, which stands in brackets where the thing has a name. */
function uidIn(text = ''): string {
  return /\(([^()]+)\)$/.exec(text)?.[1] ?? text
}
