import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { RegisteredTool } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { describe, expect, it, onTestFinished } from "vitest"
import {
  openWorkspace,
  type PermissionRequest,
  ToolDispatchEngine,
  ToolgateLayer,
  ToolRegistry
} from "../src/effect.ts"
import { ask, createToolgate, defineTool, type Tool, type ToolExecution, type ToolgateOptions } from "../src/index.ts"

/** A way to call a tool and to replace it meanwhile. */
interface Door {
  readonly dispatch: (id: string, args: object) => Promise<Pick<ToolExecution, "success" | "output" | "error">>
  readonly replace: (tool: Tool) => Promise<unknown>
}

/** The number of the version that each step of a call saw of its tool. */
const seen = new Map<string, Array<number>>()
const sees = (id: string, version: number) => seen.set(id, [...(seen.get(id) ?? []), version])

const turn = () => new Promise((resolve) => setImmediate(resolve))

const turns = async (many: number) => {
  for (let at = 0; at < many; at++) await turn()
}

/**
 * The version of a tool with this number, which all of its parts contain: its arguments, its result, its effect and its
 * description.
 */
const version = (number: number) =>
  defineTool({
    name: "versioned",
    description: `${number}`,
    parameters: {
      type: "object",
      properties: { id: { type: "string" }, [`of${number % 2}`]: { type: "boolean" } },
      required: ["id", `of${number % 2}`],
      additionalProperties: false
    },
    output: { type: "integer", minimum: number, maximum: number },
    sideEffects: "NONE",
    execute: async (args) => {
      const { id, ...rest } = args as { readonly id: string }
      sees(id, number)
      expect(Object.keys(rest)).toEqual([`of${number % 2}`])
      await turns(Math.random() * 4)
      return number
    }
  })

const judged = ({ callId, tool }: PermissionRequest) => sees(callId, Number(tool.description))

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-replacing-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A gate that asks a person about every call. The person takes a while. */
const options = (): Omit<ToolgateOptions, "workspace"> => {
  const policy = join(folder(), "policy.yaml")
  writeFileSync(policy, "version: 1\n")
  return {
    policy: {
      files: [policy],
      judges: [
        (request) => {
          judged(request)
          return ask({ layer: "app", rule: "all", source: "here" }, "It is asked about.")
        }
      ]
    },
    tools: [version(0)],
    onAsk: async () => {
      await turns(Math.random() * 4)
      return { decision: "approve" }
    },
    hooks: [{ onToolStart: ({ request }) => void judged(request) }],
    limits: { callsPerSession: 100, callsInAll: 100 }
  }
}

const doors: Record<string, () => Promise<Door>> = {
  "the promise door": async () => {
    const gate = await createToolgate({ workspace: folder(), ...options() })
    onTestFinished(() => gate.close())
    return {
      dispatch: (id, args) => gate.dispatch({ id, tool: "versioned", args }),
      replace: gate.tools.replace
    }
  },
  "the Effect door": async () => {
    const runtime = ManagedRuntime.make(ToolgateLayer.layer(options()))
    onTestFinished(() => runtime.dispose())
    const engine = await runtime.runPromise(ToolDispatchEngine)
    const registry = await runtime.runPromise(ToolRegistry)
    const context = {
      session: "s",
      turn: "t",
      principal: { agent: "a", ceiling: { tools: "any" } },
      workspace: await Effect.runPromise(openWorkspace(folder())),
      caller: { kind: "direct" },
      deadline: undefined
    } as const
    return {
      dispatch: (id, args) => runtime.runPromise(engine.dispatch({ id, tool: "versioned", args }, context)),
      replace: (tool) => runtime.runPromise(registry.replace(tool))
    }
  }
}

/** The control: it looks up the parts of the tool when it needs each of them, like code without a gate. */
const naive = async (): Promise<Door> => {
  const runtime = ManagedRuntime.make(Layer.orDie(MapToolRegistry.layer([version(0)])))
  onTestFinished(() => runtime.dispose())
  const registry = await runtime.runPromise(ToolRegistry)
  const now = () => registry.get("versioned") as RegisteredTool
  return {
    dispatch: async (id, given) => {
      try {
        const args = await Effect.runPromise(now().parse({ args: given }))
        sees(id, Number(now().definition.description))
        await turns(Math.random() * 4)
        const [one] = now().implementations
        if (one?.kind !== "function") throw new Error("It is a function.")
        return {
          success: true,
          output: {
            content: [],
            success: true,
            metadata: {},
            value: (await one.make().execute(args, {} as never)) as number
          },
          error: undefined
        }
      } catch (cause) {
        return {
          success: false,
          output: { content: [], success: false, metadata: {} },
          error: { message: `${cause}` } as never
        }
      }
    },
    replace: (tool) => Effect.runPromise(registry.replace(tool))
  }
}

/** Replaces the tool a hundred times during a hundred concurrent calls. Returns the outcome of each call. */
const hurry = async ({ dispatch, replace }: Door) => {
  const replaced = 100
  seen.clear()
  let isOver = false
  const answers = { whole: 0, mixed: 0, refused: 0, failed: new Set<string>() }
  const versions = new Set<unknown>()
  const caller = async (_: unknown, at: number) => {
    for (let made = 0; !isOver; made++) {
      const id = `${at}-${made}`
      const { success, output, error } = await dispatch(id, { id, [`of${made % 2}`]: true })
      const steps = new Set(seen.get(id) ?? [])
      if (success) {
        versions.add(output.value)
        if (steps.size === 1 && steps.has(output.value as number)) answers.whole++
        else answers.mixed++
      } else if (steps.size === 0 && error?.why === "InvalidArgs") answers.refused++
      else answers.failed.add(error?.message ?? "")
    }
  }
  const callers = Array.from({ length: 100 }, caller)
  for (let number = 1; number <= replaced; number++) {
    await replace(version(number))
    await turn()
  }
  isOver = true
  await Promise.all(callers)
  return { ...answers, versions: versions.size }
}

describe.each(Object.entries(doors))("a tool that is replaced under a hundred calls, through %s", (_name, open) => {
  it("answers each call from a single definition", async () => {
    const { whole, mixed, refused, failed, versions } = await hurry(await open())
    expect({ mixed, failed: [...failed] }).toEqual({ mixed: 0, failed: [] })
    // Calls for the other kind of version are refused by the version that was looked up.
    expect(Math.min(whole, refused)).toBeGreaterThan(100)
    expect(versions).toBeGreaterThan(50)
  })
})

it("naive code that looks up the parts one by one mixes versions", async () => {
  const { mixed } = await hurry(await naive())
  expect(mixed).toBeGreaterThan(0)
})
