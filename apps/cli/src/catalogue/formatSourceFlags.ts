import * as Option from "effect/Option"
import { quoteShellWord } from "../text/quoteShellWord.ts"
import type { ToolboxSettingsFlag } from "../toolbox/toolboxFlags.ts"
import type { SourceFlags } from "./catalogueFlags.ts"

/** Returns the flags that add tools, as a person would type them. Each begins with a space. */
export const formatSourceFlags = (given: SourceFlags & ToolboxSettingsFlag): string =>
  [
    ...(["catalogue", "plugins", "skills"] as const).flatMap((flag) =>
      given[flag].map((value) => [flag, value] as const)
    ),
    ...Option.toArray(given.toolboxSettings).map((value) => ["toolbox-settings", value] as const)
  ]
    .map(([flag, value]) => ` --${flag} ${quoteShellWord(value)}`)
    .join("")
