import * as Effect from "effect/Effect"
import type { Toolgate } from "toolgate"
import { switchFlag } from "../flags/switchFlag.ts"
import type { Screen } from "../Screen.ts"
import { formatShortName } from "../text/formatShortText.ts"

/** The flag `--watch` of long-running commands. */
export const watch = switchFlag("watch", "Reload plugins when their files change (for development)")

/** Writes a line for each plugin whose tools change from now on. All changes of a reload are reported together. */
export const reportReloads = ({ tools }: Toolgate, { notice }: Pick<Screen["Service"], "notice">): void => {
  const changed = new Map<string, Set<string>>()
  tools.listen(({ change, tool }) => {
    const plugin = /^plugin\/(.+)$/.exec(tool.owner ?? "")?.[1]
    if (plugin === undefined) return
    if (changed.size === 0) setImmediate(tell)
    changed.set(plugin, (changed.get(plugin) ?? new Set()).add(`${tool.name} ${change}`))
  })
  const tell = () => {
    for (const [plugin, changes] of changed)
      Effect.runFork(
        notice(`toolgate: The plugin ${formatShortName(plugin)} was reloaded: ${[...changes].join(", ")}.\n`)
      )
    changed.clear()
  }
}
