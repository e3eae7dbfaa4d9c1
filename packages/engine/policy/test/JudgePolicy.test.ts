import { Approvals, type Judge, RuntimePolicy } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { abstain, allow, ask, DefaultPolicy, deny, JudgePolicy } from "../src/index.ts"
import { call, configsOf, file, installed, principal, tools } from "./judging.ts"

const because = { layer: "app", rule: "mine", source: "app" }

const answerTo = (judge: unknown, request: ReturnType<typeof call>) =>
  Effect.gen(function* () {
    return yield* (yield* RuntimePolicy).checkPermission(request)
  }).pipe(
    Effect.map((permit) => ("because" in permit ? permit.because : permit)),
    Effect.catch(({ message }) => Effect.succeed(message)),
    Effect.provide(Layer.provide(JudgePolicy.layer(judge as Judge), Approvals.layerNobody)),
    Effect.runPromise
  )

describe("a policy that is a judge", () => {
  const reading = call(tools.read_file, [file("/workspace/a")])

  it("decides each call", async () => {
    expect(await answerTo(() => allow(because), reading)).toEqual(because)
    expect(await answerTo(() => deny(because, "No."), reading)).toBe("Permission denied: No.")
    expect(await answerTo(() => ask(because, "Sure?"), reading)).toMatch(/this gate cannot ask one: Sure\?$/)
  })

  it.each([
    ["abstains", () => abstain(), "The policy abstained"],
    ["returns nothing", () => undefined, "A judge returned an invalid verdict"],
    ["returns a promise", async () => allow(because), "A judge returned an invalid verdict"]
  ])("denies the call if it %s", async (_how, judge, said) => {
    expect(await answerTo(judge, reading)).toContain(said)
  })

  it("enforces the principal's ceiling and the tool's callers", async () => {
    const bounded = { principal: principal({ ceiling: { tools: [] } }) }
    expect(await answerTo(() => allow(because), call(tools.read_file, [file("/workspace/a")], bounded))).toContain(
      "not among"
    )
    const chained = { ...reading, tool: { ...reading.tool, callers: ["chain" as const] } }
    expect(await answerTo(() => allow(because), chained)).toContain("Permission denied")
  })
})

describe("a judge that abstains", () => {
  const policy = (judge: Judge) =>
    DefaultPolicy.make(
      { configs: configsOf("rules: { allow: ['write_file(src/**)'] }"), tools: Object.values(tools), judges: [judge] },
      installed
    )
  const writing = call(tools.write_file, [file("/workspace/src/a", "w")])

  it("leaves the reason to the deciding rule", () => {
    expect(policy(() => abstain()).judge(writing)).toMatchObject({
      decision: "allow",
      because: { layer: "rules", rule: "allow write_file(src/**)" }
    })
    expect(policy(() => allow(because)).judge(writing)).toMatchObject({ decision: "allow", because })
    expect(policy(() => abstain()).judge(call(tools.write_file, [file("/workspace/b", "w")])).decision).toBe("ask")
  })

  it("has no finding", () => {
    const steps = policy(() => abstain()).explain(writing).steps
    expect(steps.find(({ part }) => part === "own judge")?.findings).toEqual([])
  })
})
