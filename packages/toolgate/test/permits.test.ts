import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type ApprovalQuestion,
  Approvals,
  AuditLog,
  type DispatchContext,
  defineTool,
  type Permit,
  refuse
} from "@toolgate/core"
import { parsePolicy } from "@toolgate/policy-files"
import * as Wire from "@toolgate/wire"
import { encode } from "@toolgate/wire"
import { decode } from "@toolgate/wire/decode"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { expect, it, onTestFinished } from "vitest"
import {
  DefaultPolicy,
  makeRuntimePolicy,
  openWorkspace,
  RuntimePolicy,
  ToolDispatchEngine,
  ToolgateLayer
} from "../src/effect.ts"
import { ask, builtins, shell, type ToolgateOptions, Type } from "../src/index.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-permits-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  writeFileSync(join(path, "a.txt"), "hello\n")
  return path
}

const upper = defineTool({
  name: "upper",
  aliases: ["capitals"],
  title: "Capitals",
  description: "Writes a text in capitals.",
  parameters: Type.Object({ text: Type.String() }),
  output: Type.Object({ text: Type.String() }),
  sideEffects: "NONE",
  command: { argv: ["tr", "a-z", "A-Z"] }
})

/** A tool with a function and a script, neither of which is plain data. */
const length = (script: string) =>
  defineTool({
    name: "length",
    description: "Measures a text.",
    parameters: Type.Object({ text: Type.String() }),
    sideEffects: "NONE",
    callers: ["direct", "chain"],
    execute: ({ text }) => text.length,
    wasm: { script, calls: 1 }
  })

const relay = defineTool({
  name: "relay",
  description: "Has a text measured.",
  parameters: Type.Object({ text: Type.String() }),
  sideEffects: "NONE",
  execute: (args, { dispatch }) => dispatch({ id: "child", tool: "length", args })
})

const calls = [
  { tool: "read_file", args: { path: "a.txt" } },
  { tool: "write_file", args: { path: "new/b.txt", content: "é\u2028" } },
  { tool: "shell", args: { command: "cat a.txt > c.txt; curl https://example.org:8080" } },
  { tool: "capitals", args: { text: "a" } },
  { tool: "length", args: { text: "a" } },
  { tool: "relay", args: { text: "a" } }
]

/** Lists every value that can be reached from a value through own members. */
const within = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null
    ? [value, ...Reflect.ownKeys(value).flatMap((name) => within(Object.getOwnPropertyDescriptor(value, name)?.value))]
    : [value]

const expectPlain = (value: unknown) => {
  for (const part of within(value)) {
    expect(["function", "symbol", "bigint"]).not.toContain(typeof part)
    if (typeof part === "object" && part !== null)
      expect([Object.prototype, Array.prototype]).toContain(Object.getPrototypeOf(part))
  }
  expect(structuredClone(value)).toEqual(value)
  expect(JSON.parse(JSON.stringify(value))).toEqual(value)
}

const yaml = `version: 1
default: { sandbox: host }
tools: { length: { sandbox: wasm, limits: { memory: 64MiB } } }
rules: { allow: ["read_file(**)"], deny: ["write_file(secret/**)"] }
protected: ["conf/**"]
`

const policies = {
  "of the host": "host",
  "of a file": Layer.unwrap(
    Effect.map(parsePolicy(yaml, "p.yaml"), (config) => DefaultPolicy.layer({ configs: [config] }))
  ),
  "of an app, which asks": Layer.effect(
    RuntimePolicy,
    makeRuntimePolicy(({ tool }) =>
      ask({ layer: "app", rule: tool.name, source: "here" }, "It is for a person to say.")
    )
  )
} satisfies Record<string, ToolgateOptions<unknown>["policy"]>

/** Returns a request as it is sent, with null for missing members. */
const sentRequest = ({ request }: Permit | ApprovalQuestion) => ({
  ...request,
  tool: encode(Wire.ToolDefinition, request.tool)
})

it.each(Object.entries(policies))("a policy %s exposes its permits only as plain data", async (_name, policy) => {
  const questions: Array<ApprovalQuestion> = []
  const permits: { readonly [who in "hook" | "audit"]: Array<Permit> } = { hook: [], audit: [] }
  const approvals = Layer.succeed(Approvals, {
    // `suggestRule` is a function, which is not part of the sent question.
    obtain: ({ suggestRule: _, ...question }) => {
      questions.push(question)
      return question.request.tool.name === "upper"
        ? refuse("UserDenied", "No.")
        : Effect.succeed({ id: "approval-1", waitedMs: 1.5 })
    }
  })
  const audit = Layer.succeed(AuditLog, {
    entry: (permit) => {
      permits.audit.push(permit)
      return { intend: () => Effect.void, end: () => {} }
    },
    refused: () => {}
  })
  const workspace = folder()
  const script = join(folder(), "length.js")
  writeFileSync(script, "export default ({ text }) => text.length\n")
  const tools = [...builtins(), shell, upper, length(script), relay]
  await Effect.runPromise(
    Effect.gen(function* () {
      const { dispatch } = yield* ToolDispatchEngine
      const context: DispatchContext = {
        session: "s",
        turn: "t",
        principal: {
          agent: "a",
          ceiling: { tools: "any" },
          parent: { agent: "b", role: "r", ceiling: { tools: "any" } }
        },
        workspace: yield* openWorkspace(workspace),
        caller: { kind: "direct" },
        deadline: Date.now() + 60_000
      }
      return yield* Effect.forEach(calls, ({ tool, args }, at) =>
        dispatch({ id: `${at}`, tool, args, ...(at === 0 ? { idempotencyKey: "k" } : {}) }, context)
      )
    }).pipe(
      Effect.provide(
        ToolgateLayer.layer({
          policy: typeof policy === "string" ? policy : Layer.provide(policy, approvals),
          tools,
          audit,
          hooks: [{ onToolStart: (permit) => void permits.hook.push(permit) }]
        })
      ),
      Effect.provide(Logger.layer([]))
    )
  )
  const permitted = permits.audit.map(({ request }) => request.tool.name)
  expect(permitted).toEqual(expect.arrayContaining(["read_file", "write_file", "length", "relay"]))
  expect(permits.hook).toEqual(permits.audit)
  for (const handed of [permits, questions]) expectPlain(handed)
  for (const permit of permits.hook) {
    const sent = JSON.parse(JSON.stringify(encode(Wire.Permit, permit)))
    expect(decode(Wire.Permit, sent)).toEqual({ ...permit, request: sentRequest(permit) })
  }
  for (const question of questions) {
    const sent = JSON.parse(JSON.stringify(encode(Wire.ApprovalQuestion, question)))
    expect(decode(Wire.ApprovalQuestion, sent)).toEqual({ ...question, request: sentRequest(question) })
  }
  for (const { request, grant, because } of permits.hook)
    for (const part of within([grant, because, request.tool, request.args, request.resources]).slice(1))
      expect(Object.isFrozen(part)).toBe(true)
})
