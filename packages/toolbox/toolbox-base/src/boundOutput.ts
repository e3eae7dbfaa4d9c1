import { type Json, type ToolOutput, toolOutput } from "@toolgate/core"
import { mostBytes } from "./mostBytes.ts"

/**
 * Returns an output whose list is shortened until the result is at most 64 KiB of JSON. `made` builds the result from
 * the first items; `isCut` says whether items were left out, which a note then tells the model.
 */
export const boundOutput = (
  items: ReadonlyArray<Json>,
  made: (kept: ReadonlyArray<Json>, isCut: boolean) => Json,
  more: string
): ToolOutput => {
  const whole = made(items, false)
  if (bytesOf(whole) <= mostBytes) return toolOutput({ value: whole })
  let kept = 0
  let bytes = bytesOf(made([], true))
  for (const item of items) {
    bytes += bytesOf(item) + 1
    if (bytes > mostBytes) break
    kept += 1
  }
  return addNotes(made(items.slice(0, kept), true), `Cut: these are the first ${kept} of ${items.length}. ${more}`)
}

/** Returns an output with the value and bracketed notes as text. */
export const addNotes = (value: Json, ...notes: ReadonlyArray<string>): ToolOutput =>
  toolOutput({ text: [JSON.stringify(value), ...notes.map((note) => `[${note}]`)].join("\n"), value })

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value))
