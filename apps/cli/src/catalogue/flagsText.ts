import { shellWord } from "../mcp/shellWord.ts"
import type { SourceFlags } from "./catalogueFlags.ts"

/** Returns the flags that name where tools come from, for a command that a person may type, with a blank before each word. */
export const flagsText = (given: SourceFlags): string =>
  (["catalogue", "plugins", "skills"] as const)
    .flatMap((flag) => given[flag].map((value) => ` --${flag} ${shellWord(value)}`))
    .join("")
