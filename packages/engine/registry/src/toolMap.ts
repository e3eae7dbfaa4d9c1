import type { AdmissionCheck, Gated, RegisteredTool, Tool, ToolDefinition, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { asked, askedOfAll } from "./admission.ts"
import { checkTool } from "./checkTool.ts"
import { registrationError } from "./registrationError.ts"
import { ToolListeners } from "./ToolListeners.ts"

/**
 * Returns a registry in memory that begins with these tools. Fails with the first tool whose definition is not valid.
 */
export const toolMap = (tools: Iterable<Tool>) => {
  const registry = make()
  return Effect.as(Effect.forEach(tools, registry.add, { discard: true }), registry)
}

const make = (): ToolRegistry["Service"] => {
  const tools = new Map<string, RegisteredTool>()
  // Every name and alias. The answer to a look-up is made once, so that a look-up only reads this map.
  const names = new Map<string, { readonly tool: RegisteredTool; readonly answer: Gated<RegisteredTool> }>()
  const checks = new Set<AdmissionCheck>()
  const listeners = new ToolListeners()
  // The turn in which each tool was asked for. A tool does not take the place of one that was asked for later.
  const turns = new WeakMap<RegisteredTool, number>()
  let asks = 0
  // Made when somebody next asks for it: if each of a thousand tools made a new list, that would be a million entries.
  let listed: ReadonlyArray<ToolDefinition> | undefined

  const list = () => {
    listed ??= Object.freeze(Array.from(tools.values(), ({ definition }) => definition))
    return listed
  }
  const get = (name: string) => names.get(name)?.tool

  const forget = ({ definition }: RegisteredTool) => {
    for (const name of namesOf(definition)) names.delete(name)
  }
  const put = (tool: RegisteredTool, turn: number, replaces: boolean, found: ReadonlyArray<string>) => {
    const { definition } = tool
    const old = replaces ? tools.get(definition.name) : undefined
    // A check may have waited, and the tools may have changed meanwhile.
    const problems = found.length > 0 ? found : [...superseded(turn, old), ...collisions(definition, old, get)]
    if (problems.length > 0) return Effect.fail(registrationError([{ tool: definition, problems }]))
    if (old !== undefined) forget(old)
    const answer = Effect.succeed(tool)
    for (const name of namesOf(definition)) names.set(name, { tool, answer })
    tools.set(definition.name, tool)
    turns.set(tool, turn)
    listed = undefined
    listeners.tell({ change: old === undefined ? "added" : "replaced", tool: definition })
    return answer
  }
  const superseded = (turn: number, old: RegisteredTool | undefined) =>
    old !== undefined && (turns.get(old) ?? 0) > turn
      ? ["it was replaced by a later definition while it was checked"]
      : []
  const admit = (given: Tool, replaces: boolean) => {
    const tool = checkTool(given)
    if (!("parse" in tool)) return Effect.fail(registrationError([{ tool: given, problems: tool }]))
    const turn = ++asks
    const { definition } = tool
    const taken = collisions(definition, replaces ? tools.get(definition.name) : undefined, get)
    const found = taken.length > 0 ? taken : asked(checks.values(), tool)
    return Effect.isEffect(found)
      ? Effect.flatMap(found, (problems) => put(tool, turn, replaces, problems))
      : put(tool, turn, replaces, found)
  }

  return {
    add: (tool) => Effect.suspend(() => admit(tool, false)),
    replace: (tool) => Effect.suspend(() => admit(tool, true)),
    remove: (name) =>
      Effect.sync(() => {
        const tool = get(name)
        if (tool === undefined) return false
        forget(tool)
        tools.delete(tool.definition.name)
        listed = undefined
        listeners.tell({ change: "removed", tool: tool.definition })
        return true
      }),
    listen: listeners.listen,
    lookup: (name) => names.get(name)?.answer,
    get,
    has: (name) => names.has(name),
    list,
    admitting: (check) =>
      Effect.andThen(
        Effect.acquireRelease(
          Effect.sync(() => checks.add(check)),
          () => Effect.sync(() => checks.delete(check))
        ),
        Effect.suspend(() => askedOfAll(check, [...tools.values()]))
      )
  }
}

const namesOf = ({ name, aliases }: ToolDefinition) => [name, ...aliases]

/**
 * Returns the names of a definition that belong to another tool. A tool that is being replaced gives up its own names.
 */
const collisions = (
  definition: ToolDefinition,
  old: RegisteredTool | undefined,
  get: (name: string) => RegisteredTool | undefined
): ReadonlyArray<string> =>
  namesOf(definition).flatMap((name) => {
    const holder = get(name)
    return holder === undefined || holder === old
      ? []
      : [`the name "${name}" is taken by the tool "${holder.definition.name}"`]
  })
