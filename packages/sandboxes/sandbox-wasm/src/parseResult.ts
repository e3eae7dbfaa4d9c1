import { isUtf8 } from "node:buffer"
import type { Json, Refused } from "@toolgate/core"
import { freezeParsed, parseJson } from "@toolgate/core/json"
import { quoteMessage, refuseFailed } from "./endings.ts"
import { findJsonFault } from "./findJsonFault.ts"

/** A structured result, which may be empty, or a refusal. */
type Parsed = { readonly value?: Json } | Refused

export const isRefused = (parsed: object): parsed is Refused => "_tag" in parsed

/** Reads a guest's output as strict JSON. */
export const parseResult = (tool: string, bytes: Uint8Array): Parsed => {
  if (bytes.length === 0) return nothing
  if (!isUtf8(bytes)) return refuseFailed(`Tool "${tool}" printed output that is neither UTF-8 nor JSON.`)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
  let value: Json
  try {
    value = parseJson(text) as Json
  } catch {
    const at = findJsonFault(text)
    return refuseFailed(`Tool "${tool}" printed invalid JSON at character ${at + 1}.`, {
      position: at
    })
  }
  const fault = freezeParsed(value, { depth: 128, nodes: 1_000_000, characters: 0 }, { count: 0 })
  return fault === undefined
    ? { value }
    : refuseFailed(
        `Tool "${tool}" printed an invalid result: its value at "${quoteMessage(fault.pointer)}" ${fault.reason}.`
      )
}

const nothing: Parsed = Object.freeze({})
