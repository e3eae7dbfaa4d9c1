import { L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { openEffectDoor, openEnginePromiseDoor } from "../doors.ts"
import { echo } from "../echo.ts"
import { createEngineGateFrom } from "../gates.ts"
import { echoWork } from "../work.ts"
import { floor } from "./floor.ts"
import { composeGate, createParts, createRegistry, nothing, type Parts, parseNothing, validateOnly } from "./parts.ts"
import { pieces } from "./pieces.ts"

const kinds = ["async", "sync"] as const
type Kind = (typeof kinds)[number]

interface Variant {
  readonly without: string
  readonly parts: Partial<Parts>
  readonly read?: boolean
}

const whole = "the whole gate"
const everyPart = "every part doing nothing: the engine alone"

/** Measures the pieces of every call, each alone. */
const alone = async (): Promise<Family> => {
  const cases = [...pieces(), ...kinds.map(floor)]
  return {
    name: "steps.pieces",
    title: "What a call is made of",
    apart: true,
    cases,
    figures: (measured) => cases.map(({ name }) => measured.figure(name, L.async)),
    notes: () => [
      `"Less" is the cost of the whole gate minus the cost of the gate without that part, in the same round. The line "less: nothing" compares two equal gates: a smaller difference means nothing.`
    ]
  }
}

/** Measures the gate with one service at a time replaced, compared with the whole gate in every round. */
const without = (doorOf: typeof openEffectDoor, kind: Kind) => async (): Promise<Family> => {
  const tools = [echo(kind, kind)]
  const parts = createParts(tools)
  const variants = variantsOf(tools)
  const gates = [{ without: whole, parts: {} }, ...variants].map(
    ({ without, parts: changed, read = true }: Variant) => ({
      without,
      gate: createEngineGateFrom(composeGate({ ...parts, ...changed }), { read })
    })
  )
  const doors = gates.map(({ without, gate }) => ({ without, door: doorOf(gate) }))
  const through = `${doors[0]?.door.name}, ${kind} handler`
  const nameOf = (without: string) => `${through}, ${without}`
  return {
    name: "steps.parts",
    title: `What a call costs less without one part: ${through}`,
    apart: true,
    cases: doors.map(
      ({ without, door }): Case => ({ name: nameOf(without), run: (times) => door.call(times, echoWork(kind)) })
    ),
    figures: (measured) => [
      ...[whole, everyPart].map((without) => measured.figure(nameOf(without), L[kind])),
      ...variants
        .filter(({ without }) => without !== everyPart)
        .map(({ without }) =>
          measured.difference(`${through}, less: ${without}`, [nameOf(whole), nameOf(without), L[kind]])
        )
    ],
    close: async () => {
      for (const { gate } of gates) await gate.close()
    }
  }
}

/** The families that show the cost of each step of a call. */
export const steps: ReadonlyArray<() => Promise<Family>> = [
  alone,
  ...[openEnginePromiseDoor, openEffectDoor].flatMap((doorOf) => kinds.map((kind) => without(doorOf, kind)))
]

const variantsOf = (tools: ReturnType<typeof echo>[]): ReadonlyArray<Variant> => {
  const validating = createRegistry(tools, validateOnly())
  const parsing = createRegistry(tools, parseNothing())
  const { hooks, resources, policy, sandboxes, events } = nothing
  return [
    { without: "nothing: a second whole gate, to see how far off a difference can be", parts: {} },
    { without: "the subscriber", parts: {}, read: false },
    { without: "events", parts: { events }, read: false },
    { without: "the gate hook", parts: { hooks: nothing.gateHook } },
    { without: "the start hook", parts: { hooks: nothing.startHook } },
    { without: "all hooks", parts: { hooks } },
    { without: "copying and freezing the arguments", parts: { registry: validating } },
    { without: "copying, freezing and validating", parts: { registry: parsing } },
    { without: "the resolver", parts: { resources } },
    { without: "HostPolicy", parts: { policy } },
    { without: "the host sandbox (context, time limit, output check, stop)", parts: { sandboxes } },
    { without: everyPart, parts: { hooks, registry: parsing, resources, policy, sandboxes, events }, read: false }
  ]
}
