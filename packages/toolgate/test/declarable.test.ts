import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { RuntimePolicy } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { HostedTools, HostPolicy, makeRuntimePolicy, partsOf } from "../src/effect.ts"
import {
  type ApprovalDecision,
  type ApprovalRequest,
  allow,
  ask,
  defineHostedTool,
  defineTool,
  deny,
  type Judge,
  type ToolgateOptions,
  Type
} from "../src/index.ts"
import { newFolder, note, opened, take } from "./asking.ts"

const search = defineHostedTool({
  name: "web_search",
  description: "Searches the web.",
  sideEffects: "READ",
  effects: ["network_access"],
  providerSpecs: { openai: { type: "web_search" } }
})
const python = defineHostedTool({
  name: "code_interpreter",
  description: "Runs Python.",
  sideEffects: "EXECUTE",
  providerSpecs: { openai: { type: "code_interpreter" } }
})
const because = { layer: "test", rule: "r", source: "test" }

/** Opens a gate with two hosted tools and a local one. A function answers its questions. */
const gateWith = async <E = never>(
  answer: (request: ApprovalRequest) => ApprovalDecision | Promise<ApprovalDecision>,
  more: Partial<ToolgateOptions<E>> = {}
) => {
  const questions: Array<string> = []
  const gate = await opened<E>({
    tools: [note, search, python],
    onAsk: (request) => {
      questions.push(request.toolName)
      return answer(request)
    },
    ...more
  })
  const declared = async (options?: Parameters<typeof gate.tools.declarable>[0]) =>
    (await gate.tools.declarable(options)).map(({ name }) => name)
  return { gate, questions, declared }
}

const approve = () => ({ decision: "approve" }) as const
const refuse = () => ({ decision: "deny" }) as const

const policyOf = (judge: Judge) => Layer.effect(RuntimePolicy, makeRuntimePolicy(judge))

/** A policy of this app, whose verdict on hosted tools changes while the gate runs. */
const judged = (first: ReturnType<Judge>) => {
  let verdict = first
  const judge: Judge = ({ tool }) => (tool.name === "web_search" ? verdict : allow(because))
  return { judge, set: (next: typeof first) => (verdict = next) }
}

describe("the declarable tools", () => {
  it("are the listed ones in a gate without hosted tools", async () => {
    const gate = await opened()
    expect(await gate.tools.declarable()).toEqual(gate.tools.list())
  })

  it("include an allowed hosted tool, but not one that a person denies", async () => {
    const { declared, questions, gate } = await gateWith(refuse)
    expect(await declared()).toEqual(["note", "web_search"])
    expect(questions).toEqual(["code_interpreter"])
    expect(gate.tools.list().map(({ name }) => name)).toEqual(["note", "web_search", "code_interpreter"])
  })

  it("need one question in a session, with any answer", async () => {
    for (const [answer, names] of [
      [approve, ["note", "web_search", "code_interpreter"]],
      [refuse, ["note", "web_search"]]
    ] as const) {
      const { declared, questions } = await gateWith<never>(answer)
      for (const turn of ["1", "2", "3"]) expect(await declared({ turn })).toEqual(names)
      expect(questions).toEqual(["code_interpreter"])
    }
  })

  it("are asked about once by two concurrent declarations", async () => {
    const { gate, declared } = await gateWith(approve, { onAsk: "wait" })
    const both = Promise.all([declared(), declared()])
    const [question] = await take(gate.approvals, 1)
    expect(await gate.approvals.list()).toHaveLength(1)
    await gate.approvals.decide(question?.id ?? "", { decision: "approve" })
    const all = ["note", "web_search", "code_interpreter"]
    expect(await both).toEqual([all, all])
    expect(await declared()).toEqual(all)
  })

  it("are asked about again in another session, for another principal, and after the end of the session", async () => {
    const { gate, declared, questions } = await gateWith(approve)
    await declared({ session: "a" })
    await declared({ session: "b" })
    expect(questions).toHaveLength(2)
    await declared({ session: "a", agent: "other" })
    await declared({ session: "a", onBehalfOf: "eve" })
    expect(questions).toHaveLength(4)
    await gate.endSession("a")
    await declared({ session: "a" })
    expect(questions).toHaveLength(5)
    await declared({ session: "b" })
    expect(questions).toHaveLength(5)
  })

  it("are asked about again when the definition changes, but not when it is registered again", async () => {
    const { gate, declared, questions } = await gateWith(approve)
    await declared()
    await gate.tools.replace({ ...python })
    await declared()
    expect(questions).toHaveLength(1)
    await gate.tools.replace({
      ...python,
      implementations: [{ kind: "provider", specs: { openai: { type: "code_interpreter", container: "big" } } }]
    })
    await declared()
    expect(questions).toHaveLength(2)
  })

  it("are asked about again when the policy changes, and never after it denies", async () => {
    const { gate, declared, questions } = await gateWith(approve)
    await declared()
    gate.addGlobalLayer({ forbiddenTools: ["write_file"] })
    expect(await declared()).toContain("code_interpreter")
    expect(questions).toHaveLength(2)
    gate.addGlobalLayer({ forbiddenTools: ["code_interpreter"] })
    expect(await declared()).toEqual(["note", "web_search"])
    expect(questions).toHaveLength(2)
  })

  it("follow every verdict of an app's own policy, because it has no digest", async () => {
    const { judge, set } = judged(allow(because))
    const { declared, questions } = await gateWith(approve, { policy: policyOf(judge) })
    expect(await declared()).toContain("web_search")
    set(deny(because, "No."))
    expect(await declared()).not.toContain("web_search")
    set(ask(because, "Search?"))
    expect(await declared()).toContain("web_search")
    expect(questions).toEqual(["web_search"])
    set(deny(because, "No."))
    expect(await declared()).not.toContain("web_search")
    set(allow(because, { hosts: [{ host: "example.org", port: "any" }] }))
    expect(await declared()).not.toContain("web_search")
  })

  it("do not treat an undecided question as a denial", async () => {
    let turn = 0
    const { gate, declared, questions } = await gateWith(() => {
      if (turn++ === 0) throw new Error("The page is gone.")
      return { decision: "approve" }
    })
    expect(await declared()).not.toContain("code_interpreter")
    expect(await declared()).toContain("code_interpreter")
    expect(questions).toHaveLength(2)

    const waiting = await gateWith(approve, { onAsk: "wait" })
    const first = waiting.declared()
    await take(waiting.gate.approvals, 1)
    await waiting.gate.cancelSession("default")
    expect(await first).not.toContain("code_interpreter")
    const second = waiting.declared()
    const [question] = await take(waiting.gate.approvals, 1)
    await waiting.gate.approvals.decide(question?.id ?? "", { decision: "approve" })
    expect(await second).toContain("code_interpreter")
    expect(gate).toBeDefined()
  })

  it("are judged again after the answer to a question", async () => {
    const { judge, set } = judged(allow(because))
    const both: Judge = (request) =>
      request.tool.name === "code_interpreter" ? ask(because, "Run Python?") : judge(request)
    const { declared } = await gateWith(
      () => {
        set(deny(because, "No more."))
        return { decision: "approve" }
      },
      { policy: policyOf(both) }
    )
    expect(await declared()).toEqual(["note", "code_interpreter"])
  })

  it("end with a verdict that differs each time", async () => {
    let n = 0
    const { declared } = await gateWith(approve, { policy: policyOf(() => allow({ ...because, rule: `${n++}` })) })
    expect(await declared()).toEqual(["note"])
  })

  it("need a question each time under a policy that cannot judge calls in advance", async () => {
    const withoutJudge = Layer.effect(
      RuntimePolicy,
      Effect.map(RuntimePolicy, ({ checkPermission }) => ({ checkPermission }))
    ).pipe(Layer.provide(HostPolicy.layer))
    const { declared } = await gateWith<unknown>(approve, { policy: withoutJudge as never })
    expect(await declared()).toEqual(["note", "web_search", "code_interpreter"])
  })

  it("exclude those for which a hook substitutes another call", async () => {
    const { declared } = await gateWith(approve, {
      policy: "host",
      hooks: [{ onToolCall: ({ tool }) => (tool === "web_search" ? { tool: "note", args: { text: "a" } } : undefined) }]
    })
    expect(await declared()).toEqual(["note", "code_interpreter"])
  })

  it.each<[string, object, ReadonlyArray<string>]>([
    ["who may only read", { readOnly: true }, ["web_search"]],
    ["who may not reach the network", { noWeb: true }, ["note"]]
  ])("respect the ceiling of a principal %s", async (_who, options, names) => {
    const { declared } = await gateWith(approve, { policy: "host" })
    expect(await declared(options)).toEqual(names)
  })

  it("respect a policy's hosts, although no provider enforces them", async () => {
    const folder = newFolder()
    const file = join(folder, "policy.yaml")
    writeFileSync(file, "version: 1\ntools: { web_search: { net: [example.org] } }\n")
    const { declared, gate } = await gateWith(approve, { policy: { files: [file] } })
    expect(await declared()).toEqual(["note", "code_interpreter"])
    const { error } = await gate.dispatch({ id: "1", tool: "web_search", args: {} })
    expect(error?.message).toContain("cannot be restricted to the hosts")
  })

  it("count once per session towards a quota, and stay declared when it is full", async () => {
    const folder = newFolder()
    const file = join(folder, "policy.yaml")
    writeFileSync(file, "version: 1\nquotas: { web_search: { per_agent: 2 } }\n")
    const { declared, gate } = await gateWith(approve, { policy: { files: [file] } })
    for (const session of ["a", "a", "b", "a", "b"]) expect(await declared({ session })).toContain("web_search")
    expect(await declared({ session: "c" })).not.toContain("web_search")
    gate.addGlobalLayer({ forbiddenTools: ["web_search"] })
    expect(await declared({ session: "a" })).not.toContain("web_search")
  })

  it("exclude tools that only scripts may call", async () => {
    const { declared } = await gateWith(approve, {
      policy: "host",
      tools: [note, { ...search, callers: ["chain"] }]
    })
    expect(await declared()).toEqual(["note"])
  })

  it("belong to a session's principal, without hosted tools after its end", async () => {
    const { gate, questions } = await gateWith(approve)
    const session = await gate.session({ id: "s", noWeb: true })
    expect((await session.tools.declarable({ turn: "1" })).map(({ name }) => name)).toEqual(["note"])
    const free = await gate.session({ id: "t" })
    expect((await free.tools.declarable()).map(({ name }) => name)).toContain("code_interpreter")
    expect(questions).toHaveLength(1)
    await free.end()
    expect((await free.tools.declarable()).map(({ name }) => name)).toEqual(["note"])
    expect(questions).toHaveLength(1)
  })

  it("reject an unknown option, because it may be a restriction", async () => {
    const { gate } = await gateWith(approve)
    await expect(gate.tools.declarable({ readonly: true } as object)).rejects.toThrow(/readOnly/)
    const session = await gate.session({ id: "s" })
    await expect(session.tools.declarable({ agent: "x" } as object)).rejects.toThrow(/option/)
  })

  it("are a service for programs that create call contexts themselves", async () => {
    const { gate, questions } = await gateWith(approve)
    const { services, base } = partsOf(gate)
    const names = await Effect.runPromise(
      Effect.provideContext(
        Effect.flatMap(HostedTools, ({ declarable }) => declarable(base)),
        services
      )
    )
    expect(names.map(({ name }) => name)).toEqual(["note", "web_search", "code_interpreter"])
    await gate.tools.declarable()
    expect(questions).toHaveLength(1)
  })
})

describe("a local call of a hosted tool", () => {
  it("runs nothing, and is answered as deferred", async () => {
    const { gate } = await gateWith(approve, { policy: "host" })
    const answer = await gate.dispatch({ id: "1", tool: "web_search", args: { query: "x" } })
    expect(answer).toMatchObject({
      success: true,
      executed: "no",
      sandbox: "provider",
      output: { metadata: { deferred: true } }
    })
  })

  it("is refused for a principal without access to the network, and if a policy denies it", async () => {
    const { gate } = await gateWith(approve, { policy: policyOf(({ tool }) => deny(because, `No ${tool.name}.`)) })
    const call = { id: "1", tool: "web_search", args: {} }
    expect(await gate.dispatch(call, { noWeb: true })).toMatchObject({ success: false, executed: "no" })
    expect(await gate.dispatch(call)).toMatchObject({ success: false, error: { class: "permission_denied" } })
  })

  it("does not run beside a local tool with its name", async () => {
    const local = defineTool({
      name: "web_search",
      description: "Searches.",
      parameters: Type.Object({}),
      sideEffects: "NONE",
      execute: () => "local"
    })
    await expect(gateWith(approve, { tools: [local, search] })).rejects.toThrow(/web_search/)
  })
})
