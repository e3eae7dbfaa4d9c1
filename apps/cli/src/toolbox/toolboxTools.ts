import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { escapeUnprintable, findNearest, type Tool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { readToolbox, type Toolbox, ToolboxSettingsInvalid } from "toolgate/config"
import { getOwnPolicyPath } from "../policy/getOwnPolicyPath.ts"
import { Screen } from "../Screen.ts"
import { formatLeftOut } from "../text/formatLeftOut.ts"
import { howToInstall, type ToolboxHere, toolboxHere } from "./toolboxEntries.ts"
import type { ToolboxSettingsFlag } from "./toolboxFlags.ts"

/**
 * Returns the toolbox with the settings of the flag, or the user's own. These are read if a tool of the toolbox is wanted. Says which
 * sections are left out.
 */
export const openToolbox = Effect.fnUntraced(function* (
  { toolboxSettings: given }: ToolboxSettingsFlag,
  wanted: ReadonlyArray<string>
): Effect.fn.Return<Toolbox, ToolboxSettingsInvalid, Screen> {
  const { entries, entryOf, isInstalled } = yield* toolboxHere
  const { notice } = yield* Screen
  const own = wanted.some((name) => entryOf.has(name)) ? ownFile() : undefined
  const settings = Option.getOrElse(given, () => own)
  if (isInstalled || settings === undefined) {
    const toolbox = yield* Effect.tryPromise({
      try: () => readToolbox({ entries, settings }),
      catch: (cause) => cause
    }).pipe(Effect.catch((cause) => (cause instanceof ToolboxSettingsInvalid ? Effect.fail(cause) : Effect.die(cause))))
    yield* notice(formatLeftOut(toolbox.leftOut))
    return toolbox
  }
  if (Option.isSome(given)) {
    const message = `these settings are for the toolbox, which is not installed; ${howToInstall}`
    return yield* ToolboxSettingsInvalid.of({
      problems: [{ source: escapeUnprintable(given.value), message }],
      more: 0
    })
  }
  // A file that only lies there keeps no other tool from its work.
  yield* notice(
    `toolgate: ${escapeUnprintable(settings)} is ignored, because the toolbox is not installed; ${howToInstall}.\n`
  )
  return yield* Effect.promise(() => readToolbox({ entries }))
})

const ownFile = (): string | undefined => {
  const policy = Result.getOrUndefined(getOwnPolicyPath("--policy"))
  const path = policy === undefined ? undefined : join(dirname(policy), "toolbox.yaml")
  return path !== undefined && existsSync(path) ? path : undefined
}

/** Returns the tools of these names. Names that the toolbox lacks are ignored. */
export const loadToolboxTools = Effect.fnUntraced(function* (names: ReadonlyArray<string>, given: ToolboxSettingsFlag) {
  const { toolsOf } = yield* openToolbox(given, names)
  const tools: ReadonlyArray<Tool> = yield* Effect.promise(() => toolsOf(names))
  return tools
})

/** Returns the toolbox's tool with this name, or the one with the nearest name, for an answer about an unknown name. */
export const findMeantTool = (name: string, { entryOf }: ToolboxHere): string | undefined =>
  entryOf.has(name) ? name : findNearest(name, entryOf.keys())
