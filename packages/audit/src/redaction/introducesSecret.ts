import type { Json } from "@toolgate/core"
import { isSecretName } from "./isSecretName.ts"

// The names of arguments come again with every call.
const known = new Map<string, boolean>()
const knownNames = 4096

/** Whether the member of an object under this name is a secret. */
export const isSecretMember = (name: string): boolean => {
  let is = known.get(name)
  if (is === undefined) {
    is = isSecretName(name)
    if (known.size >= knownNames) known.clear()
    if (name.length <= 128) known.set(name, is)
  }
  return is
}

/**
 * Whether an item of a list is a secret because of the one before it: the word after `--password`, and the second of the pair
 * `["Authorization", "…"]`.
 */
export const introduces = (list: ReadonlyArray<Json>, index: number): boolean => {
  const before = list[index - 1]
  if (typeof before !== "string" || before.length > 128) return false
  return before.startsWith("-")
    ? flag.test(before) && isSecretMember(before)
    : list.length === 2 && isSecretMember(before)
}

const flag = /^--?[\w-]+$/

/**
 * Whether the `value` of an object is a secret because of its name: `{ name: "PASSWORD", value: "…" }`, as lists of variables
 * and of headers are written.
 */
export const isNamedSecret = (given: { readonly [name: string]: Json }): boolean => {
  if (given.value === undefined && given.Value === undefined) return false
  const name = given.name ?? given.Name ?? given.key ?? given.Key ?? given.header
  return typeof name === "string" && isSecretMember(name)
}
