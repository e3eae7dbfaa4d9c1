import type { ToolCall } from "@toolgate/core"
import * as Predicate from "effect/Predicate"

/** What a hook may answer: nothing, that the call is to stop, or what goes in the place of its tool, its arguments or both. */
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
export type HookAnswer = void | undefined | { readonly stop: string } | Partial<Pick<ToolCall, "tool" | "args">>

/**
 * Reads the answer of a hook, each member once. Throws a `TypeError` for an answer that is none of a hook's: whoever wrote it
 * meant to say something, and it may have been "no".
 *
 * The call itself is an answer as well, with other arguments or without: its id and its key are passed over, because they stay.
 */
export const readHookAnswer = (
  answer: unknown
): { readonly stop: string } | Partial<Pick<ToolCall, "tool" | "args">> => {
  if (answer === undefined || answer === null) return {}
  if (!Predicate.isObject(answer) || !isPlain(answer))
    throw new TypeError("The hook answered with neither nothing nor a plain object.")
  const members = membersOf(answer)
  if (members.has("stop")) {
    const stop = members.get("stop")
    if (typeof stop !== "string") throw new TypeError("The hook stopped the call with a reason that is not text.")
    return { stop }
  }
  for (const name of members.keys()) if (!known.has(name)) throw new TypeError(unknownMember(name))
  const tool = members.get("tool")
  const args = members.get("args")
  if (tool === undefined && args === undefined)
    throw new TypeError('The hook answered with an object that has neither "stop" nor "tool" nor "args".')
  if (tool !== undefined && typeof tool !== "string")
    throw new TypeError("The hook gave the call a tool whose name is not text.")
  return {
    ...(tool === undefined ? {} : { tool }),
    ...(args === undefined ? {} : { args: readArgs(args) })
  }
}

const known: ReadonlySet<PropertyKey> = new Set(["tool", "args", "id", "idempotencyKey"])

/** Whether an object is one of its own members alone, whichever realm made it: no list, no error, no instance of a class. */
const isPlain = (object: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const membersOf = (object: object): ReadonlyMap<PropertyKey, unknown> =>
  new Map(Reflect.ownKeys(object).map((name) => [name, Reflect.get(object, name)]))

const unknownMember = (name: PropertyKey): string =>
  `The hook answered with an object that has ${JSON.stringify(String(name).slice(0, 64))}, which means nothing here; it may have "stop", or "tool" and "args".`

/** One of the two forms of arguments, and nothing beside it. */
const readArgs = (given: unknown): ToolCall["args"] => {
  const members = Predicate.isObject(given) ? membersOf(given) : new Map<PropertyKey, unknown>()
  if (members.size === 1 && members.has("value")) return { value: members.get("value") } as ToolCall["args"]
  const json = members.get("json")
  if (members.size === 1 && typeof json === "string") return { json }
  throw new TypeError('The hook gave the call arguments that are neither { "value": … } nor { "json": "…" }.')
}
