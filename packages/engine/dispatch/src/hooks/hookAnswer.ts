import * as Predicate from "effect/Predicate"

/** A hook's answer: nothing, a reason to stop the call, or a replacement for its tool, its arguments or both. */
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
export type HookAnswer = void | undefined | { readonly stop: string } | Replacement

/** The new tool and arguments. Omitted members stay unchanged. */
type Replacement = { readonly tool?: string } & (
  | { readonly args?: unknown; readonly argsText?: undefined }
  | { readonly argsText: string; readonly args?: undefined }
)

/**
 * Reads each member of a hook's answer once. Throws a `TypeError` for an invalid answer, because its author may have meant
 * to stop the call.
 *
 * A call is a valid answer, with or without other arguments. Its id and key cannot change, so they are ignored.
 */
export const readHookAnswer = (answer: unknown): { readonly stop: string } | Replacement => {
  if (answer === undefined || answer === null) return {}
  if (!Predicate.isObject(answer) || !isPlain(answer))
    throw new TypeError("The hook must answer with nothing or with a plain object.")
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

/** Whether an object is plain, of any realm: not a list, an error or a class instance. */
const isPlain = (object: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const membersOf = (object: object): ReadonlyMap<PropertyKey, unknown> =>
  new Map(Reflect.ownKeys(object).map((name) => [name, Reflect.get(object, name)]))

const unknownMember = (name: PropertyKey): string =>
  `The hook answered with an object that has ${JSON.stringify(String(name).slice(0, 64))}, which is unknown; it may have "stop", or "tool" with "args" or "argsText".`
