import {
  type Asker,
  type Principal,
  RuntimePolicy,
  refuse,
  type ToolDefinition,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { testVisibility } from "../src/index.ts"
import { failedCases } from "./failedCases.ts"

const ceilings = (principal: Principal | undefined): ReadonlyArray<Principal["ceiling"]["tools"]> =>
  principal === undefined ? [] : [principal.ceiling.tools, ...ceilings(principal.parent)]

/** The parts of a visibility that names the visible tools in order of the difference in length from the wanted name. */
const sound = {
  calls: ({ callers }: ToolDefinition, { caller }: Asker) => callers.includes(caller.kind),
  within: ({ name }: ToolDefinition, { principal }: Asker) =>
    ceilings(principal).every((tools) => tools === "any" || tools.includes(name)),
  permitted: (isPermitted: boolean) => isPermitted,
  found: (answer: unknown): boolean => Exit.isExit(answer) && Exit.isSuccess(answer),
  ordered: (names: ReadonlyArray<string>, wanted: string): ReadonlyArray<string> =>
    names.toSorted((one, other) => Math.abs(one.length - wanted.length) - Math.abs(other.length - wanted.length)),
  named: (shown: ReadonlyArray<ToolDefinition>, _all: ReadonlyArray<ToolDefinition>) => shown,
  written: (name: string) => JSON.stringify(name.slice(0, 50)).replaceAll(/[^ -~]/g, "?")
}

const layerOf = (change: Partial<typeof sound>) => {
  const { calls, within, permitted, found, ordered, named, written } = { ...sound, ...change }
  return Layer.effect(
    Visibility,
    Effect.gen(function* () {
      const { list, lookup } = yield* ToolRegistry
      const { mayPermit = () => true } = yield* RuntimePolicy
      const visible = (asker: Asker) =>
        list().filter(
          (tool) =>
            calls(tool, asker) && within(tool, asker) && permitted(mayPermit(tool, asker)) && found(lookup(tool.name))
        )
      return {
        visible,
        unknown: (name, asker) => {
          const names = named(visible(asker), list()).map((tool) => tool.name)
          const near = ordered(names, `${name}`)
          return refuse("ToolNotFound", `There is no ${written(`${name}`)}: ${near.join(", ")}.`)
        }
      }
    })
  )
}

/** Returns the number of cases that a visibility fails. */
const failures = async (change: Partial<typeof sound>) =>
  (await failedCases((suite) => testVisibility(suite, layerOf(change)))).length

it("fails for a visibility that breaks one of its promises", async () => {
  expect(await failures({})).toBe(0)
  expect(await failures({ calls: () => true })).toBeGreaterThan(0)
  expect(await failures({ within: () => true })).toBeGreaterThan(0)
  expect(
    await failures({ within: ({ name }, { principal }) => ceilings(principal)[0]?.includes(name) !== false })
  ).toBeGreaterThan(0)
  expect(await failures({ permitted: () => true })).toBeGreaterThan(0)
  expect(await failures({ found: () => true })).toBeGreaterThan(0)
  expect(await failures({ named: (_shown, all) => all })).toBeGreaterThan(0)
  expect(await failures({ ordered: (names) => names })).toBeGreaterThan(0)
  expect(await failures({ written: (name) => name })).toBeGreaterThan(0)
})
