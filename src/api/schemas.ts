import * as v from 'valibot'

/** A text that may be missing or null; both read as missing. */
const optionalText = v.pipe(
  v.nullish(v.string()),
  v.transform((text) => text ?? undefined),
)

/** An availability zone (contract.md, 2). What is missing or null is left out. */
export interface Zone {
  name: string
  /** An open word, such as `available`. */
  state?: string
  /** Names the data centre: the same name can mean another one in another account. */
  zoneId?: string
}

/** The answer to listing the zones of a region (contract.md, 4.2); unknown fields are ignored. */
export const ZonesResponse = v.object({
  zones: v.array(
    v.pipe(
      v.object({
        name: v.string(),
        state: v.optional(optionalText),
        zoneId: v.optional(optionalText),
      }),
      v.transform(({ name, state, zoneId }): Zone => ({
        name,
        ...(state !== undefined && { state }),
        ...(zoneId !== undefined && { zoneId }),
      })),
    ),
  ),
})
