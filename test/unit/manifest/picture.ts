import type { Room } from './rooms.ts'

/** The rooms as a Mermaid flowchart, without the arrows that can be walked through other rooms. */
export function pictureOf(rooms: readonly Room[]): string {
  const used = new Map(
    rooms.map(({ path, uses, types = [] }, index) => [
      path,
      uses === 'all' ? rooms.slice(0, index).map((room) => room.path) : [...uses, ...types],
    ]),
  )
  const leadsTo = (from: string, to: string): boolean =>
    (used.get(from) ?? []).some((next) => next === to || leadsTo(next, to))
  const short = (path: string) => path.replace(/^src\//, '')
  const arrows = [...used].flatMap(([from, all]) =>
    all
      .filter((to) => !all.some((other) => other !== to && leadsTo(other, to)))
      .map((to) => `  ${short(from)} --> ${short(to)}`),
  )
  return ['flowchart TD', ...arrows].join('\n')
}
