import type { Principal } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import type { PolicyLayer } from "../../src/config/PolicyConfig.ts"
import { cascade } from "../../src/index.ts"
import { makePolicy } from "../../src/Policy.ts"
import { aTool, call, configOf, decisionOf, principal, tools } from "../judging.ts"

const text = [
  "layers:",
  "  global: { deny: [shell] }",
  "  roles:",
  '    worker: { allow: ["group:read"] }',
  "    coder: { forbidden_tools: [http_post] }",
  "  tasks: { review: { read_only: true, no_web: true } }",
  "agents: { given: { role: worker }, free: {} }"
].join("\n")

const decides = (names: Partial<Principal>, tool: keyof typeof tools, given = text) =>
  decisionOf(
    makePolicy([cascade({ ...configOf(given), isFirst: true })]),
    call(tools[tool], [], { principal: principal(names) })
  )

const denying = (...names: ReadonlyArray<string>): PolicyLayer => ({
  allow: undefined,
  deny: names.map((one) => ({ text: one, source: "added" })),
  readOnly: undefined,
  noWeb: undefined,
  flat: undefined,
  source: "added"
})

describe("the cascade", () => {
  it("applies the global layer, the role and the task to a call", () => {
    const coder = { role: "coder" }
    expect([decides(coder, "write_file"), decides(coder, "shell"), decides(coder, "http_post")]).toEqual([
      "allow",
      "deny",
      "deny"
    ])
    expect([decides({ role: "worker" }, "read_file"), decides({ role: "worker" }, "write_file")]).toEqual([
      "allow",
      "deny"
    ])
    const review = { role: "coder", task: "review" }
    expect([decides(review, "read_file"), decides(review, "write_file"), decides(review, "http_get")]).toEqual([
      "allow",
      "deny",
      "deny"
    ])
  })

  it("denies a call without a listed role if roles are listed", () => {
    expect([
      decides({}, "read_file"),
      decides({ role: "boss" }, "read_file"),
      decides({ role: "" }, "read_file")
    ]).toEqual(Array(3).fill("deny"))
    expect(decides({ agent: "free" }, "read_file")).toBe("deny")
    expect(decides({ role: "boss" }, "read_file", "layers: { global: {} }")).toBe("allow")
  })

  it("denies a call with an unlisted task if tasks are listed, and needs no task", () => {
    expect([decides({ role: "coder", task: "other" }, "read_file"), decides({ role: "coder" }, "read_file")]).toEqual([
      "deny",
      "allow"
    ])
    expect(decides({ task: "other" }, "read_file", "layers: { global: {} }")).toBe("allow")
    expect(decides({ task: "other" }, "read_file", "layers: { tasks: {} }")).toBe("deny")
  })

  it("applies both the agent's role and the role that the call names", () => {
    expect([decides({ agent: "given" }, "read_file"), decides({ agent: "given" }, "write_file")]).toEqual([
      "allow",
      "deny"
    ])
    expect(decides({ agent: "given", role: "coder" }, "write_file")).toBe("deny")
    expect(decides({ agent: "given", role: "coder" }, "read_file")).toBe("allow")
    expect(decides({ agent: "given", role: "boss" }, "read_file")).toBe("deny")
  })

  it("applies to every delegator of the caller", () => {
    const child = (parent: Partial<Principal>) => ({ role: "coder", parent: principal({ agent: "p", ...parent }) })
    expect(decides(child({ role: "coder" }), "write_file")).toBe("allow")
    expect(decides(child({ role: "worker" }), "write_file")).toBe("deny")
    expect(decides(child({ role: "coder", task: "review" }), "write_file")).toBe("deny")
    expect(decides(child({}), "write_file")).toBe("deny")
  })

  it("explains the findings of each layer", () => {
    const explained = cascade({ ...configOf(text), isFirst: true }).explain(
      call(tools.shell),
      principal({ role: "worker", task: "review" })
    )
    expect(explained.map(({ because, effect }) => `${effect} ${because.layer}: ${because.rule}`)).toEqual([
      "deny global: deny shell",
      "deny role worker: allow group:read",
      "deny task review: read_only",
      "deny task review: no_web"
    ])
  })

  it("can be narrowed while calls run, and drops cached decisions", () => {
    const part = cascade({ ...configOf(text), isFirst: true })
    const policy = makePolicy([part])
    const of = (role: string) => decisionOf(policy, call(tools.read_file, [], { principal: principal({ role }) }))
    expect([of("worker"), of("coder")]).toEqual(["allow", "allow"])
    part.addRole("worker", denying("read_file"))
    expect([of("worker"), of("coder")]).toEqual(["deny", "allow"])
    part.addGlobal(denying("group:read"))
    expect([of("worker"), of("coder")]).toEqual(["deny", "deny"])
  })

  it("refuses a layer for an unlisted role, which would allow that role", () => {
    const part = cascade({ ...configOf("layers: { roles: { r: {} } }"), isFirst: true })
    expect(() => part.addRole("new", denying())).toThrow('There is no role "new" to narrow; the policy lists r.')
    const policy = makePolicy([part])
    expect(decisionOf(policy, call(tools.add, [], { principal: principal({ role: "new" }) }))).toBe("deny")
  })

  it("accepts a layer for any role if it lists none", () => {
    const part = cascade({ ...configOf(""), isFirst: true })
    part.addRole("new", denying("shell"))
    const policy = makePolicy([part])
    expect(decisionOf(policy, call(tools.shell, [], { principal: principal({ role: "new" }) }))).toBe("deny")
    expect(decisionOf(policy, call(tools.add, [], { principal: principal({ role: "new" }) }))).toBe("allow")
    expect(decisionOf(policy, call(tools.shell))).toBe("allow")
  })
})

describe("the built-in role worker", () => {
  const remember = aTool({ name: "remember", sideEffects: "WRITE", category: "memory" })
  const delegate = aTool({ name: "delegate", sideEffects: "EXECUTE", category: "routing" })
  const decide = (text: string, role: string | undefined, isFirst = true) =>
    [remember, delegate, tools.shell].map((tool) =>
      decisionOf(
        makePolicy([cascade({ ...configOf(text), isFirst })]),
        call(tool, [], { principal: principal(role === undefined ? {} : { role }) })
      )
    )

  it("cannot use memory or delegate, and other calls need no role", () => {
    expect(decide("", "worker")).toEqual(["deny", "deny", "allow"])
    for (const role of [undefined, "coder"]) expect(decide("", role)).toEqual(["allow", "allow", "allow"])
  })

  it("is replaced if a file lists its roles, and belongs to the first file", () => {
    expect(decide("layers: { roles: { worker: {} } }", "worker")).toEqual(["allow", "allow", "allow"])
    expect(decide("layers: { roles: { coder: {} } }", "worker")).toEqual(["deny", "deny", "deny"])
    expect(decide("", "worker", false)).toEqual(["allow", "allow", "allow"])
  })

  it("can be narrowed further, and explains the decision and the change to make", () => {
    const part = cascade({ ...configOf(""), isFirst: true })
    part.addRole("worker", denying("shell"))
    const worker = { principal: principal({ role: "worker" }) }
    expect([remember, tools.shell].map((tool) => decisionOf(makePolicy([part]), call(tool, [], worker)))).toEqual([
      "deny",
      "deny"
    ])
    expect(part.explain(call(remember), principal({ role: "worker" }))).toEqual([
      {
        because: { layer: "role worker", rule: "deny group:memory", source: "built in" },
        effect: "deny",
        said: 'Tool "remember" is denied by the layer "role worker".',
        change: "List the role's tools under layers.roles of the first policy file instead."
      }
    ])
  })
})
