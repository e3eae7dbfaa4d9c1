import { RuntimePolicy, refuse, type ToolDefinition, type ToolExecution } from "@toolgate/core"
import { HostPolicy } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { type Door, openEffectDoor, openUserDoor, type Work } from "../doors.ts"
import { echo, text } from "../echo.ts"
import type { Figure } from "../Figure.ts"
import { createEngineGate, createUserGate } from "../gates.ts"
import type { Measured } from "../Measured.ts"
import { summarize } from "../statistics.ts"
import { refusal } from "../targets.ts"
import { echoWork } from "../work.ts"

/** The size of a group of calls, one of which is refused. */
const oneIn = 4

interface Kind {
  readonly name: string
  readonly why: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

const kinds: ReadonlyArray<Kind> = [
  { name: "unknown tool", why: "ToolNotFound", tool: "ecko", args: { text } },
  { name: "invalid arguments", why: "InvalidArgs", tool: "echo", args: { text: 1 } },
  { name: "denied by the policy", why: "PolicyDenied", tool: "forbidden", args: { text } }
]

/**
 * Measures refusals among successes, as in practice: the time of the mix minus the time of its successes. The time of
 * refusals alone includes deoptimization by the compiler, and is for information only.
 */
export const measureRefusals = async (): Promise<Family> => {
  const tools = [echo("echo", "async"), echo("forbidden", "async")]
  const inner = createEngineGate(tools, { policy: denyingOne })
  const outer = createUserGate(tools, { policy: denyingOne })
  const doors = [openEffectDoor(inner), openUserDoor(outer)]
  return {
    name: "refusals",
    title: `Refusals, 1 call in ${oneIn}`,
    apart: true,
    cases: doors.flatMap((door) => [
      { name: successes(door), run: (times) => door.call(times, echoWork()) },
      ...kinds.flatMap(
        (kind): Array<Case> => [
          { name: mixed(door, kind), multipleOf: oneIn, run: (times) => door.call(times, mixOf(kind, oneIn)) },
          { name: alone(door, kind), run: (times) => door.call(times, mixOf(kind, 1)) }
        ]
      )
    ]),
    figures: (measured) =>
      doors.flatMap((door) => [
        measured.figure(successes(door), L.async),
        ...kinds.map((kind) => refusalAmongSuccesses(measured, door, kind)),
        ...kinds.map((kind) => measured.figure(alone(door, kind), L.async))
      ]),
    close: async () => {
      await inner.close()
      await outer.close()
    }
  }
}

const successes = (door: Door) => `${door.name}, no refusal`
const mixed = (door: Door, kind: Kind) => `${door.name}, mixed with ${kind.name}`
const alone = (door: Door, kind: Kind) => `${door.name}, ${kind.name} and nothing else`

const refusalAmongSuccesses = (measured: Measured, door: Door, kind: Kind): Figure => {
  const names = [mixed(door, kind), successes(door), L.async]
  const cost = (mix = 0, success = 0) => mix * oneIn - success * (oneIn - 1)
  return {
    name: `${door.name}, ${kind.name}`,
    value: summarize(measured.perRound(names, cost)),
    unit: "ns",
    ratio: summarize(measured.perRound(names, (mix, success, unit = 1) => cost(mix, success) / unit)),
    to: L.async,
    atMost: refusal
  }
}

const mixOf = (kind: Kind, every: number): Work => {
  const isRefused = (call: number) => call % every === 0
  return {
    tool: (call) => (isRefused(call) ? kind.tool : "echo"),
    args: (call) => ({ args: isRefused(call) ? { ...kind.args } : { text } }),
    ended: (execution: ToolExecution, call) => (isRefused(call) ? execution.error?.why === kind.why : execution.success)
  }
}

/** A `HostPolicy` with one denied tool, as an app would write it. */
const denyingOne = Layer.effect(
  RuntimePolicy,
  Effect.map(RuntimePolicy, (host) => ({
    checkPermission: (request) =>
      request.tool.name === "forbidden" ? deny(request.tool) : host.checkPermission(request)
  }))
).pipe(Layer.provide(HostPolicy.layer))

const deny = (tool: ToolDefinition) =>
  refuse("PolicyDenied", `Permission denied: tool "${tool.name}" is not for agents.`)
