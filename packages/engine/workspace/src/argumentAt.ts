import type { Args, Json } from "@toolgate/core"

/**
 * Returns the value at a JSON pointer (RFC 6901), looking at own properties only. Returns `undefined` when the property
 * does not exist, and `null` when the pointer leads through a value that has no properties.
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
