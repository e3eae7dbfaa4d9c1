import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { createToolgate, defineTool, type ToolContext, Type } from "../src/index.ts"
import type { PinoLike } from "../src/PinoLogger.ts"
import { newFolder } from "./places.ts"

const secret = ["q7Zx81Lm", "Pw02VbNs", "Kd93"].join("")

/** Makes a logger that keeps each line as one text, with the messages, stacks and causes of errors. */
const loggerInto = (lines: Array<string>): PinoLike => {
  const whole = (_name: string, value: unknown) =>
    value instanceof Error ? { ...value, message: value.message, stack: value.stack, cause: value.cause } : value
  const write = (fields: object, message: string) => void lines.push(JSON.stringify([fields, message], whole))
  return { trace: write, debug: write, info: write, warn: write, error: write, fatal: write }
}

type Run = (context: ToolContext) => Promise<string> | Effect.Effect<string>

const throwing = (error: Error) => () => Promise.reject(error)

/** The ways in which a tool writes a secret into the log. */
const ways: ReadonlyArray<readonly [way: string, run: Run]> = [
  ["in the message of an error", throwing(new Error(`The service refused ${secret} today.`))],
  ["in the cause of an error", throwing(new Error("It failed.", { cause: new Error(`It said ${secret}.`) }))],
  ["in a member of an error", throwing(Object.assign(new Error("It failed."), { sent: [{ a: secret }] }))],
  [
    "in a line",
    async ({ logger }) => {
      logger.info(`Asking with ${secret}.`, { sent: secret })
      return "done"
    }
  ],
  [
    "in a line, encoded",
    async ({ logger }) => {
      logger.info(`Sent ${Buffer.from(`ada:${secret}`).toString("base64")}.`)
      return "done"
    }
  ],
  ["in a line of its effect", () => Effect.as(Effect.logInfo(`Asking with ${secret}.`), "done")]
]

const shapes: ReadonlyArray<readonly [shape: string, args: object]> = [
  ["under the name of a secret", { password: secret }],
  ["under a name that says little", { key: secret }],
  ["behind the scheme of a header", { headers: { Authorization: `Bearer ${secret}` } }],
  ["as a word of a command", { argv: ["mysql", `-p${secret}`] }]
]

const opened = async (run: Run) => {
  const lines: Array<string> = []
  const audit = newFolder()
  const act = defineTool({
    name: "act",
    description: "Acts.",
    callers: ["direct", "chain"],
    parameters: Type.Object({}, { additionalProperties: true }),
    sideEffects: "NONE",
    execute: (_args, context) => run(context) as Promise<string>
  })
  const passOn = defineTool({
    name: "pass_on",
    description: "Makes a call that is not given the secret by its name.",
    parameters: Type.Object({}, { additionalProperties: true }),
    sideEffects: "NONE",
    execute: async (_args, { dispatch }) => {
      const { error } = await dispatch({ id: "child", tool: "act", args: { note: "as before" } })
      return error?.message ?? "done"
    }
  })
  const gate = await createToolgate({
    workspace: newFolder(),
    policy: "host",
    tools: [act, passOn],
    logger: loggerInto(lines),
    audit: { folder: audit }
  })
  return { gate, lines, audit }
}

const recorded = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("")

describe("a secret that only the arguments of a call show", () => {
  it.each(ways)("is not logged %s", async (_way, run) => {
    for (const [shape, args] of shapes) {
      const { gate, lines, audit } = await opened(run)
      await gate.dispatch({ id: "1", tool: "act", args })
      await gate[Symbol.asyncDispose]()
      expect([shape, lines.length]).toEqual([shape, 1])
      expect(lines[0]).not.toContain(secret)
      expect(lines[0]).not.toContain(Buffer.from(`ada:${secret}`).toString("base64").slice(8, 24))
      expect(recorded(audit)).not.toContain(secret)
    }
  })

  it.each(ways)("is not logged by a child call %s", async (_way, run) => {
    const { gate, lines } = await opened(run)
    await gate.dispatch({ id: "1", tool: "pass_on", args: { password: secret } })
    await gate[Symbol.asyncDispose]()
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain(secret)
  })

  it("is not logged for a failing hook", async () => {
    const lines: Array<string> = []
    await using gate = await createToolgate({
      workspace: newFolder(),
      policy: "host",
      tools: [],
      logger: loggerInto(lines),
      hooks: [
        {
          onToolCall: () => {
            throw new Error(`Cannot read ${secret}.`)
          }
        }
      ]
    })
    await gate.dispatch({ id: "1", tool: "act", args: { password: secret } })
    await gate.dispatch({ id: "2", tool: "act", argsText: JSON.stringify({ password: secret }) })
    expect(lines).toHaveLength(2)
    expect(lines.join()).not.toContain(secret)
  })

  it("is logged for another call that does not contain it", async () => {
    const { gate, lines } = await opened(ways[0]?.[1] as Run)
    await gate.dispatch({ id: "1", tool: "act", args: { note: "plain" } })
    await gate[Symbol.asyncDispose]()
    expect(lines[0]).toContain(secret)
  })
})
