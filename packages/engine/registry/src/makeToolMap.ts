import type {
  AdmissionCheck,
  Gated,
  RegisteredTool,
  Tool,
  ToolChange,
  ToolDefinition,
  ToolRegistrationError,
  ToolRegistry
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import { buildError, checkAll, failWith } from "./checkAll.ts"
import { checkTool } from "./checkTool.ts"
import { listCollisions, listNames } from "./listCollisions.ts"
import { makeRegistrationError, type Unregistered } from "./makeRegistrationError.ts"
import { ToolListeners } from "./ToolListeners.ts"

/** Creates an in-memory registry with initial tools. Fails with the first invalid definition. */
export const makeToolMap = (tools: Iterable<Tool>) => {
  const registry = make()
  return Effect.as(Effect.forEach(tools, registry.add, { discard: true }), registry)
}

const make = (): ToolRegistry["Service"] => {
  const tools = new Map<string, RegisteredTool>()
  // All names and aliases with their prepared answers, so that a look-up only reads this map.
  const names = new Map<string, { readonly tool: RegisteredTool; readonly answer: Gated<RegisteredTool> }>()
  const checks = new Set<AdmissionCheck>()
  const listeners = new ToolListeners()
  // The order of requests per tool. A tool does not replace a later one.
  const turns = new WeakMap<RegisteredTool, number>()
  // The order of the last exchange per owner. An exchange does not undo a later one.
  const exchanged = new Map<string | undefined, number>()
  let asks = 0
  // Created on demand: a new list for each of a thousand tools would have a million entries.
  let listed: ReadonlyArray<ToolDefinition> | undefined

  const list = () => {
    listed ??= Object.freeze(Array.from(tools.values(), ({ definition }) => definition))
    return listed
  }
  const get = (name: string) => names.get(name)?.tool

  const forget = (definition: ToolDefinition) => {
    for (const name of listNames(definition)) names.delete(name)
  }
  const enter = (tool: RegisteredTool, turn: number) => {
    const { definition } = tool
    const answer = Effect.succeed(tool)
    for (const name of listNames(definition)) names.set(name, { tool, answer })
    tools.set(definition.name, tool)
    turns.set(tool, turn)
    listed = undefined
    return answer
  }
  const put = (tool: RegisteredTool, turn: number, replaces: boolean, found: ReadonlyArray<string>) => {
    const { definition } = tool
    const old = replaces ? tools.get(definition.name) : undefined
    // The tools may have changed while a check waited.
    const problems =
      found.length > 0
        ? found
        : [...superseded(turn, 0, old), ...listCollisions(definition, get, (holder) => holder === old)]
    if (problems.length > 0) return Effect.fail(makeRegistrationError([{ tool: definition, problems }]))
    if (old !== undefined) forget(old.definition)
    const answer = enter(tool, turn)
    listeners.tell(changeOf(definition, old !== undefined))
    return answer
  }
  const superseded = (turn: number, exchangedAt: number, old: RegisteredTool | undefined) =>
    Math.max(exchangedAt, (old && turns.get(old)) ?? 0) > turn
      ? ["it was replaced by a later definition while it was checked"]
      : []
  const admit = (given: Tool, replaces: boolean) => {
    const tool = checkTool(given)
    if (!("parse" in tool)) return Effect.fail(makeRegistrationError([{ tool: given, problems: tool }]))
    const turn = ++asks
    const { definition } = tool
    const old = replaces ? tools.get(definition.name) : undefined
    const taken = listCollisions(definition, get, (holder) => holder === old)
    const found = taken.length > 0 ? taken : asked(checks.values(), tool)
    return Effect.isEffect(found)
      ? Effect.flatMap(found, (problems) => put(tool, turn, replaces, problems))
      : put(tool, turn, replaces, found)
  }
  const exchange = Effect.fnUntraced(function* (owner: string | undefined, given: Iterable<Tool>) {
    const turn = ++asks
    const next = yield* checkAll(owner, [...given])
    const isOld = (tool: RegisteredTool) => tool.definition.owner === owner && (turns.get(tool) ?? 0) < turn
    const refused = (exchangedAt: number) =>
      buildError(
        next.map(({ definition }) => {
          const overtaken = superseded(turn, exchangedAt, tools.get(definition.name))
          return { tool: definition, problems: [...overtaken, ...listCollisions(definition, get, isOld)] }
        })
      )
    const taken = refused(0)
    if (taken !== undefined) return yield* taken
    const found: Array<Unregistered> = []
    for (const check of checks) found.push(...(yield* refusedBy(check, withoutRefused(next, found))))
    // Synchronous from here on, so that tools and checks cannot change between acceptance and registration.
    const error = buildError(found) ?? refused(exchanged.get(owner) ?? 0)
    if (error !== undefined) return yield* error
    exchanged.set(owner, Math.max(turn, exchanged.get(owner) ?? 0))
    const old = new Set([...tools.values()].filter(isOld).map(({ definition }) => definition))
    for (const definition of old) forget(definition)
    const names = new Set(next.map(({ definition }) => definition.name))
    const removed = [...old].filter(({ name }) => !names.has(name))
    for (const { name } of removed) tools.delete(name)
    const put = next.map((tool) => changeOf(tool.definition, tools.has(tool.definition.name)))
    for (const tool of next) enter(tool, turn)
    listed = undefined
    listeners.tell(...removed.map((tool) => ({ change: "removed", tool }) as const), ...put)
    return next
  })

  return {
    add: (tool) => Effect.suspend(() => admit(tool, false)),
    replace: (tool) => Effect.suspend(() => admit(tool, true)),
    exchange,
    remove: (name) =>
      Effect.sync(() => {
        const tool = get(name)
        if (tool === undefined) return false
        forget(tool.definition)
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

const changeOf = (tool: ToolDefinition, wasThere: boolean): ToolChange => ({
  change: wasThere ? "replaced" : "added",
  tool
})

const withoutRefused = (tools: ReadonlyArray<RegisteredTool>, refused: ReadonlyArray<Unregistered>) =>
  tools.filter(({ definition }) => !refused.some(({ tool }) => tool === definition))

/**
 * Runs checks on a tool in order, until one has problems. The answer is an effect only if a check waits. The iterator is
 * live, so a check added meanwhile is included.
 */
const asked = (checks: Iterator<AdmissionCheck>, tool: RegisteredTool): ReturnType<AdmissionCheck> => {
  for (let next = checks.next(); next.done !== true; next = checks.next()) {
    const found = next.value(tool)
    if (Effect.isEffect(found))
      return Effect.flatMap(found, (problems) =>
        problems.length > 0 ? Effect.succeed(problems) : effectOf(asked(checks, tool))
      )
    if (found.length > 0) return found
  }
  return []
}

/** Runs one check on all tools, several in parallel if it waits. Fails with all problems. */
const askedOfAll = (
  check: AdmissionCheck,
  tools: ReadonlyArray<RegisteredTool>
): Effect.Effect<void, ToolRegistrationError> => Effect.flatMap(refusedBy(check, tools), failWith)

/** Runs one check on all tools and returns the rejected ones. */
const refusedBy = (check: AdmissionCheck, tools: ReadonlyArray<RegisteredTool>) => {
  const answers = tools.flatMap((tool) => {
    const found = check(tool)
    return Effect.isEffect(found) || found.length > 0 ? [{ tool: tool.definition, found }] : []
  })
  const all = Effect.forEach(
    answers,
    ({ tool, found }) => Effect.map(effectOf(found), (problems): Unregistered => ({ tool, problems })),
    { concurrency: 16 }
  )
  return Effect.map(all, (answered) => answered.filter(({ problems }) => problems.length > 0))
}

const effectOf = (found: ReturnType<AdmissionCheck>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.isEffect(found) ? found : Effect.succeed(found)
