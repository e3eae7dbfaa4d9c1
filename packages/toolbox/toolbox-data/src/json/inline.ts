import type { Json } from "@toolgate/core"
import { impossible, mostBytes } from "@toolgate/toolbox-base/jobs"

/** A value that is small enough for one result. */
export interface Inline {
  readonly value: Json
  /** The number of items or characters before truncation. */
  readonly total?: number
  /** The JSON pointers to numbers that became texts. */
  readonly texts?: ReadonlyArray<string>
}

/** Returns a value, or the start of a list or text that is too large for one result. Objects are not truncated. */
export const inline = (value: Json): Inline => {
  const bytes = bytesOf(value)
  if (bytes <= mostBytes) return { value }
  if (Array.isArray(value)) return { value: takeFirst(value), total: value.length }
  if (typeof value === "string") return { value: beginning(value), total: value.length }
  throw impossible(
    `The result is an object of ${bytes} bytes, over the limit of ${mostBytes}; ask for some of its members.`
  )
}

/** Returns as many items of a list as fit into one result beside the column names. */
export const takeFirst = <A extends Json>(
  items: ReadonlyArray<A>,
  columns: ReadonlyArray<string> = []
): ReadonlyArray<A> => {
  const kept: Array<A> = []
  let bytes = roomForTheRest + measureColumns(columns)
  for (const item of items) {
    bytes += bytesOf(item) + 1
    if (bytes > mostBytes) break
    kept.push(item)
  }
  if (kept.length === 0 && items.length > 0)
    throw impossible(`The first item alone has ${bytes} bytes, over the limit of ${mostBytes}; ask for less of it.`)
  return kept
}

/** Returns the size of the column names, which are always complete. Fails if they leave no room for rows. */
export const measureColumns = (columns: ReadonlyArray<string>): number => {
  const bytes = bytesOf(columns)
  if (bytes <= mostBytes / 2) return bytes
  throw impossible(
    `The names of the ${columns.length} columns alone have ${bytes} bytes, over the limit of ${mostBytes / 2}; choose fewer columns, or shorten their names.`
  )
}

// A character takes at most six bytes in JSON.
const beginning = (text: string): string =>
  text.slice(0, (mostBytes - roomForTheRest) / 6).replace(/[\ud800-\udbff]$/, "")

const roomForTheRest = 4096

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value))
