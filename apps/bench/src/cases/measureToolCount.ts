import { assertAllRight } from "../assertAllRight.ts"
import { compileValidator, L } from "../baseline.ts"
import type { Case, Family } from "../Case.ts"
import { openEffectDoor, openUserDoor } from "../doors.ts"
import { type EchoArgs, echo, text } from "../echo.ts"
import { createEngineGate, createUserGate } from "../gates.ts"
import { once } from "../once.ts"
import type { Scale } from "../Scale.ts"
import { flat, wholeCall } from "../targets.ts"
import { echoWork } from "../work.ts"

/** Measures one tool and many tools: one of them repeatedly, and all of them in turn. */
export const measureToolCount = async ({ tools: count }: Scale): Promise<Family> => {
  const names = Array.from({ length: count }, (_, at) => `tool_${at}`)
  const tools = names.map((name) => echo(name, "async"))
  const [first = "", middle = ""] = [names[0], names[count >> 1]]
  const gates = {
    few: { inner: createEngineGate(tools.slice(0, 1)), outer: createUserGate(tools.slice(0, 1)) },
    many: { inner: createEngineGate(tools), outer: createUserGate(tools) }
  }
  const few = [openEffectDoor(gates.few.inner), openUserDoor(gates.few.outer)]
  const many = [openEffectDoor(gates.many.inner), openUserDoor(gates.many.outer)]
  const inTurn = { ...echoWork(), tool: (call: number) => names[call % count] ?? "" }
  const unitInTurn = `L, async handler, ${count} tools in turn`
  const named = {
    one: (door: string) => `${door}, 1 tool`,
    among: (door: string) => `${door}, ${count} tools, one called`,
    inTurn: (door: string) => `${door}, ${count} tools, called in turn`
  }
  const doorNames = few.map((door) => door.name)
  return {
    name: "tools",
    title: `1 and ${count} tools`,
    apart: true,
    cases: [
      ...few.map((door): Case => ({ name: named.one(door.name), run: (times) => door.call(times, echoWork(first)) })),
      ...many.flatMap(
        (door): Array<Case> => [
          { name: named.among(door.name), run: (times) => door.call(times, echoWork(middle)) },
          { name: named.inTurn(door.name), multipleOf: count, run: (times) => door.call(times, inTurn) }
        ]
      ),
      { name: unitInTurn, multipleOf: count, run: baselineInTurn(names) }
    ],
    figures: (measured) => [
      measured.figure(unitInTurn, L.async),
      ...doorNames.flatMap((door) => [
        measured.figure(named.one(door), L.async),
        measured.figure(named.among(door), named.one(door), flat),
        measured.figure(named.inTurn(door), unitInTurn, wholeCall.async)
      ])
    ],
    notes: () => [
      `Tools called in turn have ${count} compiled schemas in total, which exceed the processor's caches. They are compared with L under the same condition.`
    ],
    close: async () => {
      for (const { inner, outer } of Object.values(gates)) {
        await inner.close()
        await outer.close()
      }
    }
  }
}

const baselineInTurn = (names: ReadonlyArray<string>): Case["run"] => {
  const compiledOnce = once(
    () =>
      new Map(
        names.map((name) => [name, { validate: compileValidator(), execute: async (args: EchoArgs) => args.text }])
      )
  )
  return async (times) => {
    const tools = compiledOnce()
    const call = async (name: string, args: unknown): Promise<string | undefined> => {
      const tool = tools.get(name)
      return tool?.validate(args) ? await tool.execute(args) : undefined
    }
    let right = 0
    for (let at = 0; at < times; at++) if ((await call(names[at % names.length] ?? "", { text })) === text) right++
    assertAllRight(right, times)
  }
}
