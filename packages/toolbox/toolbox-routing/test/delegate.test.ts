import { existsSync, readFileSync, realpathSync } from "node:fs"
import { join } from "node:path"
import { defineTool, type ResolvedPath, Visibility } from "@toolgate/core"
import { DelegationRefused } from "@toolgate/core/access"
import { hasBubblewrap, runs } from "@toolgate/testing"
import { testTool, useGate } from "@toolgate/toolbox-testing"
import * as Context from "effect/Context"
import fc from "fast-check"
import { partsOf } from "toolgate/effect"
import { describe, expect, it } from "vitest"
import { delegate, routingTools, type StartedAgent } from "../src/index.ts"
import { agents, hasPython, languages, openAgents, openAgentsGate, runner, usual } from "./openAgents.ts"

const [unwired = delegate] = routingTools({ agents: usual })

/** Whether a process runs. A process that has ended stays in the process table until its parent collects its status. */
const isRunning = (pid: number): boolean => {
  const stat = `/proc/${pid}/stat`
  return existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, "utf8"))
}

describe.concurrent.each(languages)("an agent (%s) that a call starts", (agent, isHere) => {
  const test = it.skipIf(!isHere)

  test("receives its task and reports the result with the session id of its calls", () =>
    openAgents({}, async ({ delegate }) => {
      const answer = await delegate(agent, { op: "report", text: "Two files, „a“ and 😀." })
      expect(answer.error?.message).toBeUndefined()
      expect(answer.output.value).toEqual({
        agent_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        result: "Two files, „a“ and 😀.",
        cut: false
      })
    }))

  test("streams its output", () =>
    openAgents({}, async ({ delegate }) => {
      let seen = ""
      const onOutput = ({ text }: { readonly text: string }) => {
        seen += text
      }
      const { error } = await delegate(agent, { op: "print", text: "looking" }, {}, { onOutput })
      expect(seen).toBe("looking\n")
      expect(error).toMatchObject({
        class: "execution_error",
        message: expect.stringContaining(
          "ended by itself without a result, though it printed 8 bytes, which are no result"
        )
      })
    }))

  test("has no result if it ends silently, fails or crashes, and the caller learns which", () =>
    openAgents({}, async ({ delegate }) => {
      const messages = async (task: object) => (await delegate(agent, task)).error?.message
      expect(await messages({ op: "nothing" })).toContain("without a result, and printed nothing")
      expect(await messages({ op: "fail" })).toBe(
        `Runner "${agent}" exited with status 3. What it did before that is not undone.`
      )
      expect(await messages({ op: "crash" })).toBe(
        `Runner "${agent}" was killed by SIGKILL. Its result is left out, because an agent that failed may have reported only a part. What it did before that is not undone.`
      )
    }))

  test("has a long result truncated, with a note", () =>
    openAgents({}, async ({ delegate }) => {
      const { output } = await delegate(agent, { op: "long", length: 100_000 })
      expect(output.value).toMatchObject({ cut: true, result: expect.stringMatching(/^é+$/) })
      expect(Buffer.byteLength(JSON.stringify(output.value))).toBeLessThanOrEqual(64 * 1024)
      expect(output.content).toMatchObject([{ text: expect.stringMatching(/first \d+ of 100000 characters/) }])
    }))

  test("may do what its caller may, in the caller's workspace", () =>
    openAgents({ files: { "a.txt": "hello" } }, async ({ delegate, workspace }) => {
      expect((await delegate(agent, { op: "where" })).output.value).toMatchObject({ result: workspace })
      const read = await delegate(agent, { op: "call", tool: "read_file", args: { path: "a.txt" } })
      expect(read.output.value).toMatchObject({ result: "hello" })
    }))

  test("makes its calls in the trace of the call that starts it", () =>
    openAgents({ tools: [traced] }, async ({ delegate }) => {
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      const { output } = await delegate(agent, { op: "call", tool: "traced", args: {} }, {}, { traceparent })
      expect(output.value).toMatchObject({ result: traceparent })
    }))

  test("has the tools that the call names, and is read-only if the call says so", () =>
    openAgents({}, async ({ delegate, workspace }) => {
      const two = await delegate(agent, { op: "list" }, { tools: ["write_file", "read_file"] })
      expect(two.output.value).toMatchObject({ result: "read_file,write_file" })
      const none = await delegate(agent, { op: "list" }, { tools: [] })
      expect(none.output.value).toMatchObject({ result: "" })
      const write = { op: "call", tool: "write_file", args: { path: "b.txt", content: "x" } }
      const looking = await delegate(agent, write, { read_only: true })
      expect(looking.output.value).toMatchObject({ result: expect.stringMatching(/^permission_denied: /) })
      expect(existsSync(join(workspace, "b.txt"))).toBe(false)
    }))

  test("ends with all child processes when the call is cancelled, even if it resists", () =>
    openAgents({}, async ({ delegate }) => {
      const cancelling = new AbortController()
      let seen = ""
      const answer = await delegate(
        agent,
        { op: "wait" },
        {},
        {
          signal: cancelling.signal,
          onOutput: ({ text }) => {
            seen += text
            if (seen.includes("\n")) cancelling.abort()
          }
        }
      )
      expect(answer.error?.class).toBe("cancelled")
      const pids = /pids (\d+) (\d+)/.exec(seen)?.slice(1).map(Number) ?? []
      expect(pids).toHaveLength(2)
      expect(pids.filter(isRunning)).toEqual([])
    }))

  test("stops circular delegation at the limit, with a message", () =>
    openAgents({}, async ({ delegate }) => {
      const { output } = await delegate(agent, { op: "nest" })
      expect(output.value).toMatchObject({
        result: `permission_denied: The agent "${agent}" was not started for "${agent}": agents at this depth may not start others.`
      })
    }))
})

describe("a request for an agent", () => {
  it("lists the available agents, and never takes a program from the call", () =>
    openAgents({}, async ({ delegate, call }) => {
      const { error, executed } = await delegate("coder", {})
      expect([error?.class, error?.message, executed]).toEqual([
        "validation_error",
        'There is no agent "coder". The agents are: "ts", "py".',
        "no"
      ])
      for (const name of ["__proto__", "constructor", "/bin/sh"])
        expect((await delegate(name, {})).error?.class).toBe("validation_error")
      expect((await call("delegate", { agent: "ts", task: "x", command: ["sh"] })).error?.class).toBe(
        "validation_error"
      )
    }))

  it("is denied if it asks for more than the caller has, and the refusal lists all of the excess", () =>
    openAgents({}, async ({ delegate }) => {
      const { error, executed } = await delegate("ts", { op: "list" }, { tools: ["read_file", "no_tool", "other"] })
      expect({ class: error?.class, message: error?.message, executed }).toEqual({
        class: "permission_denied",
        message: 'The agent "ts" requests more rights than "default" has: the tool "no_tool"; the tool "other".',
        executed: "no"
      })
    }))

  it("cannot be made by another call", async () => {
    expect(delegate.callers).toEqual(["direct"])
  })

  it("is refused in one sentence without a starting program or configured agents", async () => {
    await useGate([unwired], {}, async ({ call }) => {
      expect((await call("delegate", { agent: "ts", task: "x" })).error?.message).toContain(
        "No agent can be started here"
      )
    })
    await useGate([delegate], {}, async ({ call }) => {
      const { error } = await call("delegate", { agent: "ts", task: "x" })
      expect(error?.message).toContain('names agents under "agents" in the section "routing" of toolbox.yaml')
    })
  })

  it("fails if the program is missing, and starts nothing", () =>
    openAgents({ settings: { gone: { command: ["/no/such/program"], confinement: "none" } } }, async ({ delegate }) => {
      const { error, executed } = await delegate("gone", {})
      expect([error?.class, executed]).toEqual(["execution_error", "no"])
      expect(error?.message).toContain("/no/such/program")
    }))

  it("does not take the slots of its agents: half of the gate's slots are reserved for agents", () =>
    openAgents({ limits: { callsInAll: 1 } }, async ({ delegate }) => {
      expect((await delegate("ts", { op: "list" })).error?.message).toBe(
        'The agent "ts" was not started: 0 agents run for calls of this gate already; that is the limit.'
      )
    }))
})

describe("an operator's agent", () => {
  it("works in its own folder of the caller's workspace, and never outside", () =>
    openAgents(
      {
        settings: { in: { ...usual.ts, workspace: "shop" }, out: { ...usual.ts, workspace: ".." } },
        files: { "shop/a.txt": "x" }
      },
      async ({ delegate, workspace }) => {
        const inside = await delegate("in", { op: "where" })
        expect(inside.output.value).toMatchObject({ result: join(workspace, "shop") })
        const { error } = await delegate("out", { op: "where" })
        expect([error?.class, error?.message]).toEqual([
          "permission_denied",
          `The agent "out" requests more rights than its caller has: the workspace "${realpathSync(join(workspace, ".."))}".`
        ])
      }
    ))

  it("is subject to its own policy and the gate's, and so are its own agents", () =>
    openAgents(
      {
        settings: (folder) => ({ careful: { ...usual.ts, policy: join(folder, "careful.yaml") }, ts: usual.ts }),
        policyIn: (folder) => ({ files: [join(folder, "gate.yaml")] }),
        files: {
          "gate.yaml": `version: 1\nrules:\n  deny: ["read_file(secret.txt)"]\ntool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }\n`,
          "careful.yaml": `version: 1\nrules:\n  deny: ["read_file(b.txt)"]\ntool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }\n`,
          "a.txt": "a",
          "b.txt": "b",
          "secret.txt": "s"
        }
      },
      async ({ delegate, call }) => {
        const reads = async (agent: string, path: string) =>
          (await delegate(agent, { op: "call", tool: "read_file", args: { path } })).output.value
        expect(await reads("careful", "a.txt")).toMatchObject({ result: "a" })
        expect(await reads("careful", "b.txt")).toMatchObject({
          result: expect.stringMatching(/^fs_denied: .*The rule "read_file\(b\.txt\)" denies/)
        })
        expect(await reads("careful", "secret.txt")).toMatchObject({ result: expect.stringMatching(/^fs_denied: /) })
        expect(await reads("ts", "b.txt")).toMatchObject({ result: "b" })
        const nested = { op: "call", tool: "read_file", args: { path: "b.txt" } }
        const beneath = { op: "call", tool: "delegate", args: { agent: "ts", task: JSON.stringify(nested) } }
        expect((await delegate("careful", beneath)).output.value).toMatchObject({
          result: expect.stringContaining("fs_denied")
        })
        const change = await call("write_file", { path: "careful.yaml", content: "version: 1\n" })
        expect([change.success, change.error?.class]).toEqual([false, "permission_denied"])
      }
    ))

  it("refuses its own policy if the gate's policy does not come from files, or if it has quotas or errors", async () => {
    const settings = (folder: string) => ({ ts: { ...usual.ts, policy: join(folder, "own.yaml") } })
    const never = async () => {}
    await expect(openAgents({ settings, files: { "own.yaml": "version: 1\n" } }, never)).rejects.toThrow(
      'The agent "ts" has a "policy", which requires a file policy'
    )
    const policy = { files: [] }
    const quotas = "version: 1\nquotas: { read_file: { per_session: 1 } }\n"
    await expect(openAgents({ settings, policy, files: { "own.yaml": quotas } }, never)).rejects.toThrow(
      /quotas apply to all agents/
    )
    await expect(openAgents({ settings, policy, files: { "own.yaml": "version: 2\n" } }, never)).rejects.toThrow(
      /own\.yaml/
    )
  })

  it.skipIf(!hasBubblewrap() || !hasPython)(
    "is confined unless the operator says otherwise, and works through the gate",
    () =>
      openAgents(
        {
          settings: {
            py: {
              command: ["env", `RUNNER=${runner}`, "python3", join(agents, "agent.py")],
              confinement: {
                files: [
                  { path: runner, mode: "r" },
                  { path: agents, mode: "r" }
                ]
              }
            },
            bare: { command: usual.py.command }
          },
          files: { "a.txt": "hello" }
        },
        async ({ delegate }) => {
          const read = await delegate("py", { op: "call", tool: "read_file", args: { path: "a.txt" } })
          expect(read.output.value).toMatchObject({ result: "hello" })
          // Without `files`, it cannot even see its own program.
          expect((await delegate("bare", { op: "nothing" })).error?.message).toContain("exited with status")
        }
      )
  )
})

describe("delegation", () => {
  it("never lets an agent do more than its caller", () =>
    openAgents({ tools: probes }, async ({ gate, workspace }) => {
      const names = probes.map(({ name }) => name)
      const subset = fc.subarray(names)
      const ceilings = fc.record({ tools: fc.oneof(fc.constant("any" as const), subset), readOnly: fc.boolean() })
      const demands = fc.record({ tools: fc.option(subset, { nil: undefined }), readOnly: fc.boolean() })
      await fc.assert(
        fc.asyncProperty(ceilings, demands, async (ceiling, { tools, readOnly }) => {
          const principal = { agent: "parent", ceiling }
          const asker = (one: typeof principal) => ({ principal: one, caller: { kind: "direct" } as const })
          const { visible } = Context.get(partsOf(gate).services, Visibility)
          const own = new Set(visible(asker(principal)).map(({ name }) => name))
          const caller = { principal, session: "s", workspace: workspace as ResolvedPath }
          const started = await gate
            .startAgent({ agent: "ts", task: JSON.stringify({ op: "list" }), tools, readOnly, caller })
            .catch((error: unknown) => error)
          if (started instanceof DelegationRefused) {
            // It is refused exactly if it asks for more.
            expect(tools?.some((tool) => !own.has(tool))).toBe(true)
            return
          }
          const { result } = await (started as StartedAgent).ended
          const may = (result ?? "").split(",").filter((name) => name !== "")
          expect(may.filter((name) => !own.has(name))).toEqual([])
          if (tools !== undefined) expect(may.filter((name) => !tools.includes(name))).toEqual([])
          if (readOnly) expect(may.filter((name) => name.startsWith("write"))).toEqual([])
        }),
        runs(15)
      )
    }))
})

const traced = defineTool({
  name: "traced",
  description: "Says the trace context of its call.",
  parameters: { type: "object", properties: {} },
  sideEffects: "READ",
  execute: (_args, { traceparent }) => traceparent ?? "none"
})

const probes = ["read_a", "read_b", "write_a", "write_b"].map((name) =>
  defineTool({
    name,
    description: "A tool for tests.",
    parameters: { type: "object", properties: {} },
    sideEffects: name.startsWith("read") ? "READ" : "WRITE",
    execute: () => name
  })
)

testTool(unwired, {
  gate: openAgentsGate,
  good: {
    name: "returns what the agent reports",
    args: { agent: "ts", task: '{"op":"report","text":"Done."}' },
    value: { result: "Done.", cut: false }
  },
  edge: {
    name: "takes an empty result, and the longest task",
    args: { agent: "ts", task: `{"op":"report","text":""}${" ".repeat(100_000 - 25)}` },
    value: { result: "" }
  },
  bad: [
    { name: "an unknown agent", args: { agent: "coder", task: "x" }, says: /The agents are: "ts", "py"/ },
    { name: "no task", args: { agent: "ts" }, says: /task/ },
    { name: "a blank task", args: { agent: "ts", task: " " }, says: /task/ },
    { name: "a task of too many characters", args: { agent: "ts", task: "a".repeat(100_001) }, says: /task/ },
    { name: "tools that are no list", args: { agent: "ts", task: "x", tools: "read_file" }, says: /tools/ },
    { name: "a command of the model's", args: { agent: "ts", task: "x", command: ["sh"] }, says: /command/ }
  ],
  cancel: { args: { agent: "ts", task: '{"op":"rest"}' } },
  worst: { args: { agent: "ts", task: '{"op":"wait"}' }, ends: "limit" }
})
