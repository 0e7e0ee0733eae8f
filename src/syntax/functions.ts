/** HCL functions that return elements of their lists unchanged. */
export const passThroughFunctions =
  /^(?:coalescelist|compact|concat|distinct|element|flatten|reverse|setunion|slice|sort|tolist|toset)$/

/** Returns the name of the function whose arguments begin at a bracket; empty for an expression in parentheses. */
export function functionNameBefore(bracket: number, text: string): string {
  return /\w*$/.exec(text.slice(Math.max(0, bracket - 40), bracket))?.[0] ?? ''
}

/**
 * HCL functions that also return one of their texts, or a part of it, with the number of arguments before the texts
 * that they may return: such as the separator of `split(",", "a,b")`.
 */
export const textFunctions: ReadonlyMap<string, number> = new Map([
  ['coalesce', 0],
  ['lookup', 2],
  ['optional', 1],
  ['split', 1],
  ['try', 0],
])

/** Returns whether a function takes a list as its first argument, or as another. */
export function takesLists(name: string, isFirst: boolean): boolean {
  if (!functionsOfLists.test(name)) return false
  return isFirst ? name !== 'join' : !functionsOfOneList.test(name)
}

/** The functions of HCL that take lists, as all or some of their arguments. */
const functionsOfLists =
  /^(?:chunklist|coalescelist|compact|concat|contains|distinct|element|flatten|index|join|length|matchkeys|one|reverse|set(?:intersection|product|subtract|union)|slice|sort|to(?:list|set)|zipmap)$/
const functionsOfOneList = /^(?:chunklist|contains|element|index|slice)$/
