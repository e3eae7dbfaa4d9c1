import { BadFrame } from "./BadFrame.ts"
import type { Frame } from "./FrameDecoder.ts"

/** The fields of a header, held to their types. */

export const text = (value: unknown): string => {
  if (typeof value !== "string") throw new BadFrame("it sent a field that is no text")
  return value
}

export const natural = (value: unknown): number => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new BadFrame("it sent a field that is no number")
  return value as number
}

export const flag = (value: unknown): boolean => {
  if (typeof value !== "boolean") throw new BadFrame("it sent a field that is neither true nor false")
  return value
}

export const object = (value: unknown): Frame["header"] => {
  if (typeof value !== "object" || value === null) throw new BadFrame("it sent a field that is no object")
  return value as Frame["header"]
}

export const list = (value: unknown): ReadonlyArray<unknown> => {
  if (!Array.isArray(value)) throw new BadFrame("it sent a field that is no list")
  return value
}
