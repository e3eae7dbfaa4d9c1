import type { AdmissionCheck, RegisteredTool, ToolRegistrationError } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { failWith } from "./checkAll.ts"
import type { Unregistered } from "./registrationError.ts"

/**
 * Asks checks about a tool, one after the other, until one of them has problems. The answer is an effect only if a
 * check waits. The iterator is that of a live set, so a check that is added while another one waits is asked as well.
 */
export const asked = (checks: Iterator<AdmissionCheck>, tool: RegisteredTool): ReturnType<AdmissionCheck> => {
  for (let next = checks.next(); next.done !== true; next = checks.next()) {
    const found = next.value(tool)
    if (Effect.isEffect(found))
      return Effect.flatMap(found, (problems) =>
        problems.length > 0 ? Effect.succeed(problems) : effectOf(asked(checks, tool))
      )
    if (found.length > 0) return found
  }
  return []
}

/** Asks one check about all tools, a few at a time if the check waits. Fails with every problem. */
export const askedOfAll = (
  check: AdmissionCheck,
  tools: ReadonlyArray<RegisteredTool>
): Effect.Effect<void, ToolRegistrationError> => Effect.flatMap(refusedBy(check, tools), failWith)

/** Asks one check about all tools, as `askedOfAll` does. Returns the tools that it has problems with. */
export const refusedBy = (check: AdmissionCheck, tools: ReadonlyArray<RegisteredTool>) => {
  const answers = tools.flatMap((tool) => {
    const found = check(tool)
    return Effect.isEffect(found) || found.length > 0 ? [{ tool: tool.definition, found }] : []
  })
  const all = Effect.forEach(
    answers,
    ({ tool, found }) => Effect.map(effectOf(found), (problems): Unregistered => ({ tool, problems })),
    { concurrency: 16 }
  )
  return Effect.map(all, (answered) => answered.filter(({ problems }) => problems.length > 0))
}

const effectOf = (found: ReturnType<AdmissionCheck>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.isEffect(found) ? found : Effect.succeed(found)
