import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Context from "effect/Context"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { GateSkills, partsOf } from "../src/effect.ts"
import { newFolder, note, opened } from "./asking.ts"
import { all, call, gateWith, look, names, refused, skill, skillsFolder, texts, touch } from "./skillGates.ts"

describe("an active skill", () => {
  it("restricts a call to its tools, by name, by group and by alias", async () => {
    const gate = await gateWith()
    expect(await gate.dispatch(call("look"), { skills: ["looking"] })).toMatchObject({ success: true })
    expect(await gate.dispatch(call("Look"), { skills: ["looking"] })).toMatchObject({ success: true })
    expect(await gate.dispatch(call("touch"), { skills: ["looking"] })).toMatchObject({
      executed: "no",
      error: { class: "permission_denied", message: expect.stringContaining(refused("touch")) }
    })
    expect(names(gate.tools.list({ skills: ["reading"] }))).toEqual(["look", "relay", "web_search", "skill"])
    expect(names(gate.tools.list({ skills: ["talking"] }))).toEqual(all)
    expect(names(gate.tools.list({ skills: ["nothing"] }))).toEqual([])
    expect(names(gate.tools.list({ skills: [] }))).toEqual(all)
    expect(names(gate.tools.list({ skills: ["looking", "relaying"] }))).toEqual(["look"])
  })

  it("restricts which tools can be used, judged, declared and called", async () => {
    const gate = await gateWith()
    const skills = ["looking"]
    expect([gate.canUseTool("look", { skills }), gate.canUseTool("touch", { skills })]).toEqual([true, false])
    expect(await gate.judge(call("look"), { skills })).toMatchObject({ decision: "allow" })
    expect(await gate.judge(call("touch"), { skills })).toMatchObject({ decision: "deny" })
    expect(names(await gate.tools.declarable({ skills }))).toEqual(["look", "skill"])
    expect(names(await gate.tools.declarable({ skills: ["reading"] }))).toContain("web_search")
    const answers = await gate.dispatchAll([call("look"), { ...call("touch"), id: "2" }], { skills })
    expect(answers.map(({ success }) => success)).toEqual([true, false])
  })

  it("restricts the calls that a call makes", async () => {
    const gate = await gateWith()
    const relayed = async (tool: string) =>
      (await gate.dispatch(call("relay", { tool }), { skills: ["relaying"] })).output.content
    expect(await relayed("look")).toEqual([{ type: "text", text: "done" }])
    expect(await relayed("touch")).toEqual([{ type: "text", text: expect.stringContaining(refused("touch")) }])
    expect(names(gate.tools.list({ skills: ["relaying"], caller: "chain" }))).toEqual(["look"])
  })

  it("restricts every call of a session", async () => {
    const gate = await gateWith()
    const session = await gate.session({ id: "s", skills: ["looking"], readOnly: true })
    expect(names(session.tools.list())).toEqual(["look", "skill"])
    expect(names(await session.tools.declarable())).toEqual(["look", "skill"])
    expect([session.canUseTool("look"), session.canUseTool("touch")]).toEqual([true, false])
    expect(await session.dispatch(call("touch"))).toMatchObject({ success: false })
    expect(await session.judge(call("touch"))).toMatchObject({ decision: "deny" })
    const widened = await session.dispatch(call("touch"), { skills: ["talking"] } as object)
    expect(widened.error?.message).toContain('unknown option "skills"')
  })

  it("denies a session a tool that has left its group, and also its child calls", async () => {
    const gate = await gateWith()
    const session = await gate.session({ id: "s", skills: ["reading"] })
    expect(await session.dispatch(call("look"))).toMatchObject({ success: true })
    await gate.tools.replace({ ...look, sideEffects: "EXECUTE" })
    expect(await session.dispatch(call("look"))).toMatchObject({ error: { class: "permission_denied" } })
    expect((await session.dispatchAll([call("look")]))[0]?.success).toBe(false)
    expect((await session.dispatch(call("relay", { tool: "look" }))).output.content).toEqual([
      { type: "text", text: expect.stringContaining(refused("look")) }
    ])
    expect(await session.judge(call("look"))).toMatchObject({ decision: "deny" })
    expect([session.canUseTool("look"), names(session.tools.list())]).toEqual([false, ["relay", "web_search", "skill"]])
    expect(names(await session.tools.declarable())).not.toContain("look")
  })

  it("also restricts a resumed call that does not name it", async () => {
    const gate = await opened({ tools: [note, touch], skills: skillsFolder(), onAsk: "wait" })
    const { pending } = await gate.dispatch(call("note", { text: "a" }), { skills: ["noting"], defer: true })
    const id = pending?.approvalId ?? ""
    expect((await gate.approvals.decide(id, { decision: "approve" })).outcome).toBe("decided")
    expect(await gate.resume(id)).toMatchObject({ success: true })
    const refusedNow = await gate.dispatch(call("touch"), { skills: ["noting"], defer: true })
    expect([refusedNow.pending, refusedNow.error?.class]).toEqual([undefined, "permission_denied"])
  })

  it("permits a named tool that is added later, even in an open session", async () => {
    const gate = await gateWith()
    const session = await gate.session({ id: "s", skills: ["later"] })
    expect(names(session.tools.list())).toEqual([])
    await gate.tools.add({ ...look, name: "soon", aliases: [] })
    expect(names(session.tools.list())).toEqual(["soon"])
    expect(names(gate.tools.list({ skills: ["reading"] }))).toContain("soon")
  })

  it("resolves the groups of the policy", async () => {
    const file = join(newFolder(), "policy.yaml")
    writeFileSync(file, "version: 1\ngroups:\n  mine: [look, note]\n")
    const skills = skillsFolder({ own: skill("own", "['group:mine']") })
    const gate = await opened({ policy: { files: [file] }, tools: [look, touch, note], skills })
    expect(names(gate.tools.list({ skills: ["own"] }))).toEqual(["look", "note"])
    expect(gate.skills.problems).toEqual([])
  })

  it.each([
    ["an unknown name", ["lokoing"], 'unknown skill "lokoing"; did you mean "looking"?'],
    ["no list", "looking", 'option "skills" must be a list of names of skills, as in ["code-review"].'],
    ["no names", [7], 'option "skills" must be a list of names of skills, as in ["code-review"].']
  ])("refuses everything for %s", async (_, given, message) => {
    const gate = await gateWith()
    const skills = given as ReadonlyArray<string>
    const answers = [
      await gate.dispatch(call("look"), { skills }),
      ...(await gate.dispatchAll([call("look")], { skills }))
    ]
    for (const { executed, error } of answers)
      expect([executed, error?.message]).toEqual(["no", `The call was refused: ${message}`])
    expect(await gate.judge(call("look"), { skills })).toMatchObject({
      decision: "deny",
      refusal: { message: `The call was refused: ${message}` }
    })
    expect(() => gate.tools.list({ skills })).toThrow(message)
    expect(() => gate.canUseTool("look", { skills })).toThrow(message)
    await expect(gate.tools.declarable({ skills })).rejects.toThrow(message)
    await expect(gate.session({ id: "s", skills })).rejects.toThrow(message)
    const runner = { command: ["true"], confinement: "none", skills } as const
    await expect(gate.startRunner(runner)).rejects.toThrow(message)
  })

  it("cannot be exchanged for others during its check", async () => {
    const gate = await gateWith()
    let reads = 0
    const skills = new Proxy(["looking"], {
      get: (list, key) => (key === "0" && ++reads > 2 ? "unheard-of" : Reflect.get(list, key))
    })
    const answers = await Promise.all([
      gate.dispatch(call("touch"), { skills }),
      gate.dispatch(call("touch"), { skills })
    ])
    expect(answers.map(({ success }) => success)).toEqual([false, false])
  })
})

it("never lets additional skills show more tools, or a tool that is hidden without them", async () => {
  const gate = await gateWith()
  const { services, base } = partsOf(gate)
  const { narrow } = Context.get(services, GateSkills)
  const some = fc.array(fc.constantFrom(...Object.keys(texts)), { maxLength: 4 })
  const shown = (skills: ReadonlyArray<string>) => names(gate.tools.list({ skills }))
  fc.assert(
    fc.property(some, some, fc.subarray(all), (first, second, tools) => {
      const [few, more] = [shown(first), shown([...first, ...second])]
      expect(more.filter((name) => !few.includes(name))).toEqual([])
      for (const one of first) expect(few.filter((name) => !shown([one]).includes(name))).toEqual([])
      const given = { ...base.principal, ceiling: { tools } }
      const { ceiling } = narrow(given, first)
      expect(ceiling.tools !== "any" && ceiling.tools.filter((name) => !tools.includes(name))).toEqual([])
    })
  )
})
