import type { Args, Json } from "@toolgate/core"

/**
 * The value at a JSON pointer (RFC 6901), by own properties only; `undefined` where nothing is, and `null` where the way
 * leads through something that has no parts.
 */
export const argumentAt = (args: Args, pointer: string): Json | undefined => {
  if (pointer === "") return args
  if (pointer[0] !== "/") return null
  let value: Json | undefined = args
  for (const token of pointer.slice(1).split("/")) {
    if (typeof value !== "object" || value === null) return null
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~")
    if (!Object.hasOwn(value, name)) return undefined
    value = (value as { readonly [name: string]: Json })[name]
  }
  return value
}
