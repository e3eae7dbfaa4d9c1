import { L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { type Door, effectDoor, enginePromiseDoor } from "../doors.ts"
import { echo } from "../echo.ts"
import type { Figure } from "../Figure.ts"
import { type EngineGate, engineGateOf } from "../gates.ts"
import type { Measured } from "../Measured.ts"
import { spreadOf } from "../statistics.ts"
import { echoWork } from "../work.ts"
import { floor } from "./floor.ts"
import { composed, nothing, type Parts, parseNothing, partsOf, registryWith, validateOnly } from "./parts.ts"
import { pieces } from "./pieces.ts"

const kinds = ["async", "sync"] as const
type Kind = (typeof kinds)[number]

interface Variant {
  readonly without: string
  readonly parts: Partial<Parts>
  readonly read?: boolean
}

/** Which step costs what: the gate with one part at a time put out of work, each beside the whole gate in every round. */
export const steps = async (): Promise<Family> => {
  const tools = kinds.map((kind) => echo(kind, kind))
  const parts = partsOf(tools)
  const variants = variantsOf(tools)
  const gates: Array<EngineGate> = []
  const open = async ({ parts: changed, read = true }: Omit<Variant, "without">) => {
    const gate = await engineGateOf(composed({ ...parts, ...changed }), { read })
    gates.push(gate)
    return [enginePromiseDoor(gate), effectDoor(gate)]
  }
  const alone = [...pieces(), ...kinds.map(floor)]
  const cases: Array<Case> = [...alone]
  for (const variant of [{ without: whole, parts: {} }, ...variants])
    for (const door of await open(variant)) for (const kind of kinds) cases.push(caseOf(door, kind, variant.without))
  return {
    name: "steps",
    title: "What a call is made of, and what it costs less without one part",
    cases,
    figures: (measured) => [
      ...alone.map(({ name }) => measured.figure(name, L.async)),
      ...doorNames.flatMap((door) =>
        kinds.flatMap((kind) => [
          ...[whole, everyPart].map((without) => measured.figure(nameOf(door, kind, without), L[kind])),
          ...variants
            .filter(({ without }) => without !== everyPart)
            .map(({ without }) => saving(measured, door, kind, without))
        ])
      )
    ],
    notes: () => [
      `"Less" is what the whole gate costs more than the same gate without that part, in the same round. The line "less: nothing" compares two gates of one make: believe no difference that is smaller.`
    ],
    close: async () => {
      for (const gate of gates) await gate.close()
    }
  }
}

const whole = "the whole gate"
const everyPart = "every part doing nothing: the engine alone"
const doorNames = ["engine's promise door", "Effect door"]

const nameOf = (door: string, kind: Kind, without: string) => `${door}, ${kind} handler, ${without}`

const caseOf = (door: Door, kind: Kind, without: string): Case => ({
  name: nameOf(door.name, kind, without),
  run: (times) => door.call(times, echoWork(kind))
})

const saving = (measured: Measured, door: string, kind: Kind, without: string): Figure => {
  const names = [nameOf(door, kind, whole), nameOf(door, kind, without), L[kind]]
  const saved = (all = 0, less = 0) => all - less
  const [allLeast = 0, lessLeast = 0, unitLeast = 1] = names.map((name) => measured.time(name).min)
  return {
    name: `${door}, ${kind} handler, less: ${without}`,
    value: spreadOf(measured.perRound(names, saved)),
    unit: "ns",
    ratio: spreadOf(measured.perRound(names, (all, less, unit = 1) => saved(all, less) / unit)),
    ofLeast: saved(allLeast, lessLeast) / unitLeast,
    to: L[kind]
  }
}

const variantsOf = (tools: ReturnType<typeof echo>[]): ReadonlyArray<Variant> => {
  const validating = registryWith(tools, validateOnly())
  const parsing = registryWith(tools, parseNothing())
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
