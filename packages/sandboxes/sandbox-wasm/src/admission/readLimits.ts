import { type ByteReader, Malformed } from "./ByteReader.ts"
import { UnsupportedFeature } from "./UnsupportedFeature.ts"

/** A minimum and a maximum, in pages or entries. */
export interface Limits {
  readonly min: number
  readonly max: number | undefined
}

/** Reads the limits of a 32-bit memory or table that is not shared. Throws for other kinds. */
export const readLimits = (reader: ByteReader): Limits => {
  const offset = reader.offset
  const flags = reader.byte()
  if (flags > 0x0f) throw new Malformed("the limits of a memory or a table have unknown flags", offset)
  if ((flags & 0x08) !== 0) throw new UnsupportedFeature("memory pages of an unusual size", offset)
  if ((flags & 0x04) !== 0) throw new UnsupportedFeature("64-bit memory", offset)
  if ((flags & 0x02) !== 0) throw new UnsupportedFeature("threads", offset)
  const min = reader.u32()
  return { min, max: (flags & 0x01) === 0 ? undefined : reader.u32() }
}
