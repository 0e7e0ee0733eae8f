import * as v from 'valibot'
import { completeList, type List } from './list.ts'
import { listOf, maxElements } from './listSchemas.ts'
import { identifier, maxIdentifierLength, text, transformed } from './schemaParts.ts'

/**
 * The labels of a pool as `key=value`; undefined if the field can’t be read. Labels that are too long, and further labels
 * than {@link maxElements}, count as unreadable.
 */
export const labelList = transformed(v.unknown(), readLabels)

/** The taints of a pool as `key=value:effect`; undefined if the field can’t be read. */
export const taintList = transformed(v.unknown(), readTaints)

function readLabels(json: unknown): List<string> | undefined {
  if (json === undefined || json === null) return completeList([])
  if (typeof json !== 'object' || Array.isArray(json)) return undefined
  const items: string[] = []
  const keys = Object.keys(json)
  for (const key of keys.slice(0, maxElements)) {
    const value: unknown = Reflect.get(json, key)
    if (typeof value !== 'string') continue
    const label = `${key}=${value}`
    if (label.length <= maxIdentifierLength) items.push(label)
  }
  return { items, unreadable: keys.length - items.length }
}

const taint = v.object({ key: identifier, value: text, effect: text })
const taints = listOf(taint)

function readTaints(json: unknown): List<string> | undefined {
  if (json === undefined || json === null) return completeList([])
  if (!Array.isArray(json)) return undefined
  const { items, unreadable } = v.parse(taints, json)
  return { items: items.map(taintText), unreadable }
}

function taintText({ key, value, effect }: v.InferOutput<typeof taint>): string {
  const keyAndValue = value ? `${key}=${value}` : key
  return effect ? `${keyAndValue}:${effect}` : keyAndValue
}
