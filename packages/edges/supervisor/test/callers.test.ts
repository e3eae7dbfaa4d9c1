import { describe, expect, it } from "vitest"
import { openSupervisor, script, speaking } from "./openSupervisor.ts"

const waiting = script(`${speaking} await nextOf("shutdown"); process.exit()`)

const reporting = (...texts: ReadonlyArray<string>) =>
  script(`${speaking}
    console.log(JSON.stringify(hello.assignment ?? null))
    for (const text of ${JSON.stringify(texts)}) send({ op: "agent_result", text })
    channel.end(() => process.exit())`)

describe("a runner that is started for a call", () => {
  it("receives its assignment, and its ending contains its last result", async () => {
    const { start } = await openSupervisor()
    const { ended, printed } = await start(reporting("first", "second"), { caller: "s1", assignment: "Count it." })
    expect(await ended).toMatchObject({ how: "exited", status: 0, result: "second" })
    expect(printed.stdout).toBe('"Count it."\n')
    const plain = await start(reporting(), {})
    expect(await plain.ended).not.toHaveProperty("result")
    expect(plain.printed.stdout).toBe("null\n")
  })

  it("is ended for a result that is too long or invalid", async () => {
    const { start } = await openSupervisor()
    const { ended } = await start(
      script(
        `${speaking} send({ op: "agent_result", text: "a".repeat(2 ** 20 + 1) }); await nextOf("protocol_error"); process.exit()`
      ),
      { caller: "s1" }
    )
    expect(await ended).toMatchObject({ how: "broke_protocol", message: expect.stringContaining('"/text"') })
  })

  it("counts with all other runners of the calling session until it has ended", async () => {
    const { start } = await openSupervisor()
    const bounds = { children: 2, generations: 1 }
    const begin = (caller: string) => start(waiting, { caller, bounds })
    const [first] = await Promise.all([begin("s1"), begin("s1")])
    await expect(begin("s1")).rejects.toThrow(
      'The agent "agent-1" was not started for "s1": 2 agents run below the first one already; that is the limit.'
    )
    await begin("s2")
    await first.stop()
    await begin("s1")
  })

  it("is a child of the calling runner, one generation further, with its deferral and listener", async () => {
    const { start } = await openSupervisor()
    const first = await start(waiting, {
      agent: "lead",
      session: "s1",
      bounds: { generations: 2, children: 2 },
      defer: {}
    })
    const child = await start(waiting, { agent: "child", session: "s2", caller: "s1" })
    expect(first.told).toContainEqual(
      expect.objectContaining({ type: "runner.delegated", child: "child", childSession: "s2" })
    )
    await start(waiting, { agent: "grandchild", session: "s3", caller: "s2" })
    await expect(start(waiting, { agent: "late", caller: "s3" })).rejects.toThrow(
      'The agent "late" was not started for "grandchild": agents at this depth may not start others.'
    )
    await expect(start(waiting, { agent: "late", caller: "s1" })).rejects.toThrow("2 agents run below the first one")
    await child.stop()
    await start(waiting, { agent: "next", caller: "s1" })
  })

  it("leaves half of the gate's slots to other calls", async () => {
    const { start } = await openSupervisor({ callsInAll: 3 })
    const first = await start(waiting, { caller: "s1" })
    await expect(start(waiting, { caller: "s2" })).rejects.toThrow(
      'The agent "agent-1" was not started: 1 agent runs for calls of this gate already; that is the limit.'
    )
    await first.stop()
    await start(waiting, { caller: "s2" })
  })

  it("is no longer counted if its program cannot be started", async () => {
    const { start } = await openSupervisor({ callsInAll: 2 })
    const bounds = { children: 1 }
    for (const _ of [1, 2])
      await expect(start(["/no/such/program"], { caller: "s1", bounds })).rejects.toThrow("/no/such")
    await start(waiting, { caller: "s1", bounds })
  })
})
