import * as Option from "effect/Option"
import { formatSourceFlags } from "../catalogue/formatSourceFlags.ts"
import type { GateFlags } from "../flags/gateFlags.ts"
import { quoteShellWord } from "../text/quoteShellWord.ts"

/** Returns the command that explains the policy's decision on a call, as a person would type it. */
export const explainText = (
  given: GateFlags & { readonly tool: string; readonly args: ReadonlyArray<string> }
): string => {
  const args = given.args.map((word) => ` ${quoteShellWord(word)}`).join("")
  const call = `${quoteShellWord(given.tool)}${args.length > longestArguments ? " ARGUMENTS" : args}`
  const named = [
    ...given.policy.map((file) => ["policy", file] as const),
    ...(given.workspace === "." ? [] : [["workspace", given.workspace] as const]),
    ...(["agent", "role", "task", "session"] as const).flatMap((flag) =>
      Option.toArray(given[flag]).map((value) => [flag, value] as const)
    )
  ].map(([flag, value]) => ` --${flag} ${quoteShellWord(value)}`)
  const switches = [
    given.noProjectPolicy ? " --no-project-policy" : "",
    given.readOnly ? " --read-only" : "",
    given.noWeb ? " --no-web" : ""
  ]
  const flags = [...named, ...switches, formatSourceFlags(given)].join("")
  const isDashed = [given.tool, ...given.args].some((word) => /^-./.test(word))
  return `toolgate policy explain${isDashed ? `${flags} -- ${call}` : ` ${call}${flags}`}`
}

/** Longest arguments that advice repeats, in characters. */
const longestArguments = 400
