import type { ByteReader } from "./ByteReader.ts"
import { UnsupportedFeature } from "./UnsupportedFeature.ts"

/** Whether a byte is a supported type: i32, i64, f32, f64, v128, funcref, externref. */
export const isValueType = (byte: number): boolean => (byte >= 0x7b && byte <= 0x7f) || isHeapType(byte)

/** Whether a byte is a supported reference type: funcref or externref. */
export const isHeapType = (byte: number): boolean => byte === 0x70 || byte === 0x6f

/** Skips a type. Throws `UnsupportedFeature` for an unknown type. */
export const checkType = (reader: ByteReader, isKnown: (byte: number) => boolean): void => {
  const { offset } = reader
  if (!isKnown(reader.byte())) throw new UnsupportedFeature("typed references", offset)
}
