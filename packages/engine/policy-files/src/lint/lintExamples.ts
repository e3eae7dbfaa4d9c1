import { type Resource, Resources, type ToolDefinition } from "@toolgate/core"
import { collectPrograms, type PolicyConfig } from "@toolgate/policy"
import { findDangerousWords, withPrograms } from "@toolgate/shell"
import * as Effect from "effect/Effect"
import { makeDryContext } from "../dryRun/makeDryContext.ts"
import { getShellArgument, nowhere } from "./getShellArgument.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Returns findings about examples in files about programs that contradict the rest of the files. */
export const lintExamples = Effect.fnUntraced(function* (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<ToolDefinition>
): Effect.fn.Return<ReadonlyArray<LintFinding>, never, Resources> {
  const { resolve } = yield* Resources
  const tool = tools.find((one) => getShellArgument(one) !== undefined)
  const found: Array<LintFinding> = []
  if (tool === undefined) return found
  for (const [at, { programs }] of configs.entries())
    for (const { rule, command, isHarmful, source } of programs?.examples ?? []) {
      // Shell operators are plain words here, as in `find . -exec cat {} ;`.
      const text = command.replaceAll(/(?<=\s)([;(){}!]+)(?=\s|$)/g, "'$1'")
      const read = resolve(tool, { [getShellArgument(tool) ?? ""]: text }, makeDryContext({}, nowhere))
      const words = wordsOf(yield* Effect.catch(read, () => Effect.succeed([])))
      const dangers = withPrograms(collectPrograms(configs, at), () =>
        findDangerousWords(words, rule.split(/\s+/).length)
      )
      const [danger] = dangers
      if ((danger !== undefined) === isHarmful) continue
      const why =
        danger === undefined
          ? `the command is harmless under the rule "${rule}", but is listed as harmful`
          : `the word "${danger.word}" ${danger.reason}, but the command is listed as harmless under the rule "${rule}"`
      found.push({ source, level: "error", code: "program-file", message: why })
    }
  return found
})

const wordsOf = (resources: ReadonlyArray<Resource>): ReadonlyArray<string> =>
  resources.flatMap((one) => (one.kind === "command" ? [one.argv] : []))[0] ?? []
