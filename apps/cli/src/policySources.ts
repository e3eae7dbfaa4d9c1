import { resolve } from "node:path"
import type { ResolvedPath } from "@toolgate/core"
import { DryRun, type PolicyConfig, type PolicyInvalid, policyFiles } from "@toolgate/policy"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { findPolicy, loadPolicy, openWorkspace } from "toolgate"
import { Screen } from "./Screen.ts"
import { Unsuccessful } from "./Unsuccessful.ts"
import { WrongUse } from "./WrongUse.ts"

/** `--policy`, as often as there are files. */
export const policy = Flag.String("policy").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription(
    "A policy file; give more to narrow it: organisation, user, project; default: yours, or the built-in one"
  ),
  Flag.atLeast(0)
)

/** The folder of calls that name none. */
export const workspace = Flag.String("workspace").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The folder of calls that name none; default: the current one"),
  Flag.withDefault(".")
)

/** The configurations that a command judges by, and what they are called in a sentence. */
interface PolicySources {
  readonly configs: ReadonlyArray<PolicyConfig>
  /** What no call may change, because the policy is read from it. */
  readonly files: ReadonlyArray<string>
  readonly called: string
}

/** The policy of these files, from the widest to the narrowest; of none, the user's own, or else the built-in defaults. */
export const loadSources = (files: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    for (const file of files)
      if (file === "") return yield* new WrongUse({ message: "The name of a policy file is empty; name a file." })
    if (files.includes("host"))
      return yield* new WrongUse({
        message: 'The policy "host" has no rules to look at; write "./host" for a file of that name.'
      })
    const own = files.length === 0 ? findPolicy() : undefined
    const paths = own === undefined ? files : [own]
    const configs = yield* orExplained(loadPolicy(paths))
    const called = paths.length > 0 ? paths.join(", ") : "the built-in defaults, as you have no policy file"
    return { configs, files: policyFiles(paths), called } satisfies PolicySources
  })

/** A policy that does not hold is said problem by problem, each on a line that begins with its place. */
export const orExplained = <A, R>(effect: Effect.Effect<A, PolicyInvalid, R>) =>
  Effect.catch(effect, ({ message }) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      yield* screen.notice(`${message}\n`)
      return yield* new Unsuccessful({ exitStatus: 2 })
    })
  )

/** The folder that `--workspace` names. No call is made in it, so that it need not exist. */
export const workspaceAt = (path: string): Effect.Effect<ResolvedPath, WrongUse> => {
  if (path === "")
    return Effect.fail(
      new WrongUse({ message: 'The flag "--workspace" is empty; name a folder, or leave the flag out.' })
    )
  return Effect.catch(openWorkspace(path), (cause) => {
    const absent = cause.reason === "Missing" ? DryRun.dryWorkspace(/^~/.test(path) ? path : resolve(path)) : undefined
    if (typeof absent === "string") return Effect.succeed(absent)
    const message = absent === undefined ? cause.message : `The workspace "${path}" ${absent.fault}.`
    return Effect.fail(new WrongUse({ message, cause }))
  })
}
