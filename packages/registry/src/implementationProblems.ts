import type { CommandImplementation, FunctionImplementation, ToolImplementation } from "@toolgate/core"
import { quoted } from "./quoted.ts"

/**
 * What is wrong with one way to run a tool, found by trying its factory: a tool that keeps state has to be fresh for every
 * call, so that no call sees what another one left.
 */
export const implementationProblems = (implementation: ToolImplementation): ReadonlyArray<string> => {
  if (implementation?.kind === "command") return commandProblems(implementation)
  if (implementation?.kind !== "function" || typeof implementation.make !== "function")
    return ['an implementation must be of kind "function" with a "make" that answers with an instance, or "command"']
  if (typeof implementation.stateless !== "boolean") return ['"stateless" must be true or false']
  const once = tried(implementation)
  if (typeof once === "string") return [once]
  if (implementation.stateless) return []
  const again = tried(implementation)
  if (typeof again === "string") return [again]
  return once.instance === again.instance
    ? ["its factory answers with the same instance twice: make a fresh one for every call, or declare it stateless"]
    : []
}

const commandProblems = ({ argv }: CommandImplementation): ReadonlyArray<string> =>
  Array.isArray(argv) && argv.length > 0 && argv.every((word) => typeof word === "string") && argv[0] !== ""
    ? []
    : ['the "argv" of a command must be a list of texts that begins with a program']

const tried = (implementation: FunctionImplementation): { readonly instance: object } | string => {
  try {
    const instance: unknown = implementation.make()
    const isInstance =
      typeof instance === "object" &&
      instance !== null &&
      "execute" in instance &&
      typeof instance.execute === "function"
    return isInstance
      ? { instance }
      : 'its factory must answer, at once, with an instance that has an "execute" function'
  } catch (cause) {
    return `its factory throws: ${quoted(cause instanceof Error ? cause.message : String(cause), 200)}`
  }
}
