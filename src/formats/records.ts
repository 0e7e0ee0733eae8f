// Records as data: fields in the order of their columns, whose names aren’t localized, because programs read
// them. What is missing isn’t known.

type Value = string | number | readonly string[]
export type DataRecord<K extends string> = { readonly [key in K]?: Value | undefined }

/** Returns what is known of a record, in the order of the columns. */
export function fieldsOf<K extends string>(
  columns: readonly K[],
  record: DataRecord<K>,
): [key: K, value: Value][] {
  return columns.flatMap((key): [K, Value][] => {
    const value = record[key]
    return value === undefined ? [] : [[key, value]]
  })
}

/** Returns a table with a head and all columns, even if they’re empty. */
export function tableOf<K extends string>(
  columns: readonly K[],
  records: readonly DataRecord<K>[],
): string[][] {
  const cell = (value: Value = '') => (typeof value === 'object' ? value.join(' ') : String(value))
  return [[...columns], ...records.map((record) => columns.map((key) => cell(record[key])))]
}
