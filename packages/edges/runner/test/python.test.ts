import { describe, expect, it } from "vitest"
import { clients } from "./clients.ts"
import { hello, PlayedSupervisor } from "./playedSupervisor.ts"

// Tests of threads, which only Python has.
describe.each(clients.filter(({ client }) => client === "Python"))("toolgate_runner", ({ isHere, command }) => {
  const printing = async (scenario: string) => {
    const supervisor = new PlayedSupervisor([...command, scenario], "3")
    supervisor.say(hello)
    const call = await supervisor.heardCall()
    const { tool_call_id } = call
    supervisor.say({ op: "tool_output_delta", tool_call_id, stream: "stdout", text: "", cut: false })
    supervisor.answer(call, { exit: 0 })
    return await supervisor.report
  }

  it.skipIf(!isHere)("does not let a listener wait for an answer on the reading thread", async () => {
    expect(await printing("waits_on_reader")).toEqual([
      "A listener cannot wait for the supervisor, because this thread reads the answer. Use submit."
    ])
  })

  it.skipIf(!isHere)("serves a program of asyncio, and cancels with it", async () => {
    const supervisor = new PlayedSupervisor([...command, "asynchronous"], "3")
    supervisor.say(hello)
    const { tool_call_id } = await supervisor.heardCall()
    supervisor.say({ op: "tool_output_delta", tool_call_id, stream: "stdout", text: "", cut: false })
    expect(await supervisor.heard()).toEqual({ op: "tool_cancel", tool_call_id })
    supervisor.answer(await supervisor.heardCall(), { n: 1 })
    expect(await supervisor.report).toEqual(["timed out", { n: 1 }])
  })

  it.skipIf(!isHere)("loses no result of a program that ends without closing its tools", async () => {
    const supervisor = new PlayedSupervisor([...command, "vanished"], "3")
    supervisor.say({ ...hello, version: 6 })
    // The text is larger than the system's buffer of a channel.
    expect(await supervisor.heard()).toEqual({ op: "agent_result", text: "a".repeat(2 ** 20) })
    expect(await supervisor.report).toBe(undefined)
  })

  it.skipIf(!isHere)("cancels the call of a thread that is interrupted", async () => {
    const supervisor = new PlayedSupervisor([...command, "interrupted"], "3")
    supervisor.say(hello)
    const slow = await supervisor.heardCall()
    supervisor.interrupt()
    expect(await supervisor.heard()).toEqual({ op: "tool_cancel", tool_call_id: slow.tool_call_id })
    supervisor.answer(slow, {})
    expect(await supervisor.report).toBe("interrupted")
  })
})
