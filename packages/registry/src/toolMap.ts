import {
  type Asker,
  type Gated,
  type RegisteredTool,
  type RuntimePolicy,
  type Tool,
  ToolRegistrationError,
  type ToolRegistry
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import { checkTool } from "./checkTool.ts"
import { literal } from "./quoted.ts"
import { UnknownTools } from "./UnknownTools.ts"
import { visibleTools } from "./visibleTools.ts"

/** A registry in memory that begins with these tools. Fails with the first whose definition does not hold. */
export const toolMap = (tools: Iterable<Tool>, policy: Partial<RuntimePolicy["Service"]> | undefined) => {
  const registry = make(policy)
  return Effect.as(Effect.forEach(tools, registry.register, { discard: true }), registry)
}

const make = ({ mayPermit, admit }: Partial<RuntimePolicy["Service"]> = {}): ToolRegistry["Service"] => {
  const tools = new Map<string, RegisteredTool>()
  // Every name and alias. The answer to a look-up is made once, so that a look-up is a look at this map.
  const names = new Map<string, { readonly tool: RegisteredTool; readonly answer: Gated<RegisteredTool> }>()
  const unknown = new UnknownTools(mayPermit === undefined)
  // Made when it is next asked for: a list for each of a thousand tools that are registered is a million entries.
  let listed: ReadonlyArray<RegisteredTool> | undefined

  const list = () => {
    listed ??= Object.freeze([...tools.values()])
    return listed
  }
  const get = (name: string) => names.get(name)?.tool
  const visible = (context: Asker) => {
    const named = visibleTools(list(), context)
    return mayPermit === undefined ? named : named.filter((tool) => mayPermit(tool, context))
  }

  const changed = () => {
    listed = undefined
    unknown.forget()
  }
  const problemsOf = (tool: RegisteredTool, old: RegisteredTool | undefined): ReadonlyArray<string> => {
    const taken = collisions(tool, old, get)
    return taken.length > 0 ? taken : (admit?.(tool) ?? [])
  }
  const forget = (tool: RegisteredTool) => {
    for (const name of namesOf(tool)) names.delete(name)
  }
  const put = (given: Tool, old: RegisteredTool | undefined) => {
    const tool = checkTool(given)
    const problems = "parse" in tool ? problemsOf(tool, old) : tool
    if (!("parse" in tool) || problems.length > 0) return Effect.fail(registrationError(given, problems))
    if (old !== undefined) forget(old)
    const answer = Effect.succeed(tool)
    for (const name of namesOf(tool)) names.set(name, { tool, answer })
    tools.set(tool.name, tool)
    changed()
    return answer
  }

  return {
    register: (tool) => Effect.suspend(() => put(tool, undefined)),
    replace: (tool) => Effect.suspend(() => put(tool, tools.get(tool?.name))),
    unregister: (name) =>
      Effect.sync(() => {
        const tool = get(name)
        if (tool === undefined) return
        forget(tool)
        tools.delete(tool.name)
        changed()
      }),
    lookup: (name, context) => names.get(name)?.answer ?? unknown.answer(name, context, visible),
    get,
    has: (name) => names.has(name),
    list,
    visible
  }
}

const namesOf = (tool: RegisteredTool) => [tool.name, ...tool.aliases]

/** A name or alias may belong to one tool only; the tool that is being exchanged gives its own up. */
const collisions = (
  tool: RegisteredTool,
  old: RegisteredTool | undefined,
  get: (name: string) => RegisteredTool | undefined
): ReadonlyArray<string> =>
  namesOf(tool).flatMap((name) => {
    const holder = get(name)
    return holder === undefined || holder === old ? [] : [`the name "${name}" is taken by the tool "${holder.name}"`]
  })

const registrationError = (given: Tool, problems: ReadonlyArray<string>) =>
  new ToolRegistrationError({
    tool: String(given?.name),
    message: `Tool ${literal(given?.name)} cannot be registered: ${problems.join("; ")}.`,
    problems
  })
