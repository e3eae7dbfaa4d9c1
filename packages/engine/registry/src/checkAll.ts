import type { RegisteredTool, Tool, ToolRegistrationError } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { checkTool } from "./checkTool.ts"
import { formatLiteral } from "./formatLiteral.ts"
import { describeCollision, listNames } from "./listCollisions.ts"
import { makeRegistrationError, type Unregistered } from "./makeRegistrationError.ts"

/**
 * Checks tools for a joint registration. Fails with the problems of all tools: invalid definitions, other owners and
 * duplicate names.
 */
export const checkAll = (
  owner: string | undefined,
  given: ReadonlyArray<Tool>
): Effect.Effect<ReadonlyArray<RegisteredTool>, ToolRegistrationError> => {
  const names = new Map<string, RegisteredTool>()
  const checked = given.map((one) => {
    const tool = checkTool(one)
    if (!("parse" in tool)) return { tool: one, problems: tool }
    const { definition } = tool
    const problems = definition.owner === owner ? [] : [foreign(definition.owner, owner)]
    for (const name of listNames(definition)) {
      const other = names.get(name)
      if (other === undefined) names.set(name, tool)
      else problems.push(describeCollision(name, other.definition, definition))
    }
    return { tool: definition, problems, holds: tool }
  })
  return Effect.as(
    failWith(checked),
    checked.flatMap(({ holds }) => holds ?? [])
  )
}

/** Fails if any tool has problems. */
export const failWith = (checked: ReadonlyArray<Unregistered>): Effect.Effect<void, ToolRegistrationError> => {
  const error = buildError(checked)
  return error === undefined ? Effect.void : Effect.fail(error)
}

/** Builds the error about all tools with problems. */
export const buildError = (checked: ReadonlyArray<Unregistered>): ToolRegistrationError | undefined => {
  const [first, ...more] = checked.filter(({ problems }) => problems.length > 0)
  return first && makeRegistrationError([first, ...more])
}

const foreign = (is: string | undefined, expected: string | undefined): string =>
  `its owner is ${is === undefined ? "absent" : formatLiteral(is)}, and these are the tools of ${expected === undefined ? "the app" : formatLiteral(expected)}`
