import { auditFolder } from "../audit/openAuditLog.ts"
import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { pipelinedCall, measureRoundTrip as target } from "../targets.ts"
import type { Caller } from "./Orders.ts"
import { openSupervisor } from "./openSupervisor.ts"
import { client } from "./programs.ts"
import { startBareEcho } from "./startBareEcho.ts"

/** Measures sequential calls. */
export const measureRoundTrip = async (scale: Scale): Promise<Family> => {
  const { callers, close } = await open(scale)
  const names = { bare: "an echo", supervised: "a call", library: "a call, with @toolgate/runner" }
  const inTurn = (caller: Caller) => (times: number) => caller.make({ tool: "echo", times, inFlight: 1 })
  return {
    name: "supervisor.roundTrip",
    title: "A runner's call and its answer",
    cases: [
      { name: names.bare, run: inTurn(callers.eachLine) },
      { name: names.supervised, run: inTurn(callers.supervised) },
      { name: names.library, run: inTurn(callers.library) }
    ],
    figures: (measured) => [
      measured.figure(names.bare),
      measured.figure(names.supervised, names.bare, target),
      measured.figure(names.library, names.bare)
    ],
    close
  }
}

/** Measures many calls that are all written before the first answer. */
export const measurePipelined = async (scale: Scale): Promise<Family> => {
  const { callers, close } = await open(scale)
  const names = {
    bare: "an echo, pipelined",
    together: "an echo, pipelined, many answers in one write",
    supervised: "a call, pipelined",
    recorded: "a call, pipelined, on record",
    library: "a call, pipelined, with @toolgate/runner"
  }
  const atOnce = (caller: Caller) => (times: number) => caller.make({ tool: "echo", times, inFlight: times })
  const times = scale.judged ? 5000 : 50
  return {
    name: "supervisor.pipelined",
    title: `${times} calls of a runner at once`,
    cases: [
      { name: names.bare, run: atOnce(callers.eachLine), times },
      { name: names.together, run: atOnce(callers.together), times },
      { name: names.supervised, run: atOnce(callers.supervised), times },
      { name: names.recorded, run: atOnce(callers.recorded), times },
      { name: names.library, run: atOnce(callers.library), times }
    ],
    figures: (measured) => [
      measured.figure(names.bare),
      measured.figure(names.together),
      measured.figure(names.supervised, names.bare, pipelinedCall),
      measured.figure(names.supervised, names.together),
      measured.figure(names.recorded, names.bare),
      measured.figure(names.recorded, names.supervised),
      measured.figure(names.library, names.bare)
    ],
    close
  }
}

const open = async ({ judged }: Scale) => {
  const { folder, remove } = auditFolder()
  const [supervisor, recording] = await Promise.all([openSupervisor(), openSupervisor(folder)])
  const callers = {
    eachLine: await startBareEcho("each line"),
    together: await startBareEcho("together"),
    supervised: await supervisor.start(),
    recorded: await recording.start(),
    library: await supervisor.start(client)
  }
  // Round trips mostly wait, so the usual warm-up time is too short for the code.
  const warmth = judged ? 50_000 : 50
  for (const caller of Object.values(callers)) await caller.make({ tool: "echo", times: warmth, inFlight: 1000 })
  return {
    callers,
    close: async () => {
      await Promise.all(Object.values(callers).map((caller) => caller.close()))
      await supervisor.close()
      await recording.close()
      remove()
    }
  }
}
