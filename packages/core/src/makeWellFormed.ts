/**
 * Replaces lone surrogates in all strings and names of a JSON value by U+FFFD. Providers and clients reject requests with
 * a lone surrogate, and one in a conversation would break all later requests. Returns the same value if there is nothing
 * to replace.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeWellFormed } from "@toolgate/core"
 *
 * assert.deepEqual(makeWellFormed({ text: "cut \ud83d" }), { text: "cut \ufffd" })
 * const whole = { text: "whole 😀" }
 * assert.equal(makeWellFormed(whole), whole)
 * ```
 */
export const makeWellFormed = <A>(value: A): A => {
  const made = new Map<object, object>()
  const replacementOf = (one: unknown): unknown => {
    if (typeof one === "string") return one.toWellFormed()
    return isStructure(one) ? (made.get(one) ?? one) : one
  }
  // An explicit stack, because values may be nested deeper than calls can be.
  const open = [value as unknown].filter(isStructure)
  for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
    if (made.has(next)) {
      made.set(next, replaceParts(next, replacementOf))
      open.pop()
    } else {
      // Cyclic values stay unchanged.
      made.set(next, next)
      for (const part of Object.values(next)) if (isStructure(part) && !made.has(part)) open.push(part)
    }
  }
  return replacementOf(value) as A
}

const isStructure = (value: unknown): value is object => typeof value === "object" && value !== null

/** Replaces the parts of a list or object, or returns it unchanged. */
const replaceParts = (value: object, replacementOf: (one: unknown) => unknown): object => {
  if (Array.isArray(value)) {
    const items = value.map(replacementOf)
    return items.every((item, at) => item === value[at]) ? value : items
  }
  const members = Object.entries(value)
  const names = distinctNames(members.map(([name]) => name))
  const replaced = members.map(([, member], at) => [names[at] ?? "", replacementOf(member)] as const)
  const isSame = members.every(([name, member], at) => replaced[at]?.[0] === name && replaced[at][1] === member)
  return isSame ? value : Object.fromEntries(replaced)
}

/** Makes names well-formed and numbers duplicates: `a\ufffd`, `a\ufffd_2`. */
const distinctNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (names.every((name) => name.isWellFormed())) return names
  const taken = new Set(names)
  const counts = new Map<string, number>()
  return names.map((name) => {
    if (name.isWellFormed()) return name
    const wanted = name.toWellFormed()
    let free = wanted
    // Continues from the last number; starting at 2 for thousands of equal names would take quadratic time.
    for (let number = counts.get(wanted) ?? 2; taken.has(free); number++) {
      free = `${wanted}_${number}`
      counts.set(wanted, number + 1)
    }
    taken.add(free)
    return free
  })
}
