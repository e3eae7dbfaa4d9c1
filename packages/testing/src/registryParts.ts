import { type AdmissionCheck, defineTool, type Tool, type ToolChange, type ToolRegistry } from "@toolgate/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

export const makeTestTool = (name: string, parts: Partial<Tool> = {}): Tool => ({
  ...defineTool({
    name,
    description: "For tests.",
    parameters: { type: "object", properties: { text: { type: "string" } }, additionalProperties: false },
    sideEffects: "NONE",
    execute: () => null
  }),
  ...parts
})

export const getRegisteredNames = ({ list }: ToolRegistry["Service"]) => list().map(({ name }) => name)

/** Returns a list to which each later change is added. */
export const recordChanges = ({ listen }: ToolRegistry["Service"]) => {
  const changes: Array<ToolChange> = []
  return Effect.as(
    listen((change) => {
      changes.push(change)
    }),
    changes
  )
}

export const describeChanges = (changes: ReadonlyArray<ToolChange>) =>
  changes.map(({ change, tool: { name } }) => `${change} ${name}`)

/** Makes a check that waits until the test provides its answer. */
export const waiting = Effect.gen(function* () {
  const begun = yield* Deferred.make<void>()
  const answer = yield* Deferred.make<ReadonlyArray<string>>()
  const check: AdmissionCheck = () => Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(answer))
  return {
    check,
    begun: Deferred.await(begun),
    answer: (problems: ReadonlyArray<string>) => Deferred.succeed(answer, problems)
  }
})
