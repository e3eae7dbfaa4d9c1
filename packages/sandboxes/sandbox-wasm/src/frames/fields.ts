import { BadFrame } from "./BadFrame.ts"
import type { Frame } from "./FrameDecoder.ts"

/** The readers of a header's fields, each of which checks the field's type. */

export const text = (value: unknown): string => {
  if (typeof value !== "string") throw new BadFrame("it sent a field that is not a text")
  return value
}

export const natural = (value: unknown): number => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new BadFrame("it sent a field that is not a number")
  return value as number
}

export const flag = (value: unknown): boolean => {
  if (typeof value !== "boolean") throw new BadFrame("it sent a field that is neither true nor false")
  return value
}

export const object = (value: unknown): Frame["header"] => {
  if (typeof value !== "object" || value === null) throw new BadFrame("it sent a field that is not an object")
  return value as Frame["header"]
}

export const list = (value: unknown): ReadonlyArray<unknown> => {
  if (!Array.isArray(value)) throw new BadFrame("it sent a field that is not a list")
  return value
}
