import * as Predicate from "effect/Predicate"

/** An answer of a hook: nothing, the reason to stop the call, or a replacement for its tool, its arguments or both. */
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
export type HookAnswer = void | undefined | { readonly stop: string } | Replacement

/** The tool and the arguments of a call from then on. The call keeps whatever is left out. */
type Replacement = { readonly tool?: string } & (
  | { readonly args?: unknown; readonly argsText?: undefined }
  | { readonly argsText: string; readonly args?: undefined }
)

/**
 * Reads the answer of a hook, each member once. Throws a `TypeError` for any other value: its author meant to say something, which
 * may have been "no".
 *
 * The call itself is an answer as well, with or without other arguments. Its id and its key never change, so these members are
 * ignored.
 */
export const readHookAnswer = (answer: unknown): { readonly stop: string } | Replacement => {
  if (answer === undefined || answer === null) return {}
  if (!Predicate.isObject(answer) || !isPlain(answer))
    throw new TypeError("The hook has to answer with nothing or with a plain object.")
  const members = membersOf(answer)
  if (members.has("stop")) {
    const stop = members.get("stop")
    if (typeof stop !== "string") throw new TypeError("The hook stopped the call with a reason that is not a string.")
    return { stop }
  }
  for (const name of members.keys()) if (!known.has(name)) throw new TypeError(unknownMember(name))
  const tool = members.get("tool")
  const args = members.get("args")
  const argsText = members.get("argsText")
  if (tool === undefined && args === undefined && argsText === undefined)
    throw new TypeError('The hook answered with an object that has neither "stop" nor "tool", "args" or "argsText".')
  if (tool !== undefined && typeof tool !== "string")
    throw new TypeError("The hook gave the call a tool name that is not a string.")
  const named = tool === undefined ? {} : { tool }
  if (argsText === undefined) return args === undefined ? named : { ...named, args }
  if (args !== undefined)
    throw new TypeError('The hook gave the call both "args" and "argsText"; leave one of them out.')
  if (typeof argsText !== "string")
    throw new TypeError('The hook gave the call an "argsText" that is not a string; use "args" for a value.')
  return { ...named, argsText }
}

const known: ReadonlySet<PropertyKey> = new Set(["tool", "args", "argsText", "id", "idempotencyKey"])

/** Whether an object has only members of its own, in whichever realm it was made: no list, no error, no instance of a class. */
const isPlain = (object: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const membersOf = (object: object): ReadonlyMap<PropertyKey, unknown> =>
  new Map(Reflect.ownKeys(object).map((name) => [name, Reflect.get(object, name)]))

const unknownMember = (name: PropertyKey): string =>
  `The hook answered with an object that has ${JSON.stringify(String(name).slice(0, 64))}, which means nothing here; it may have "stop", or "tool" with "args" or "argsText".`
