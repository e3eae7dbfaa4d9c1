import { homedir } from "node:os"
import { escapeUnprintable } from "@toolgate/core"
import { Reading, readTextFile, readYaml } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import type { McpConfig } from "./McpConfig.ts"
import { McpConfigInvalid } from "./McpConfigInvalid.ts"
import { mcpShape } from "./mcpShape.ts"

/** The options of reading a `mcp.yaml`. */
export interface McpConfigOptions {
  /** The absolute path that `~/` stands for; default: the home folder of the process's user. */
  readonly home?: string | undefined
}

/**
 * Reads the text of a `mcp.yaml`. A server or token with a problem is left out, and named in `leftOut` with its problems. Fails with the
 * problems of everything else. `name` stands for the file in every problem.
 */
export const parseMcpConfig = (
  text: string,
  name: string,
  { home = homedir() }: McpConfigOptions = {}
): Effect.Effect<McpConfig, McpConfigInvalid> =>
  Effect.suspend(() => {
    const reading = new Reading({ name, what: "MCP configuration", least: "servers: {}", home })
    const config = readYaml(text, mcpShape, reading)
    return config === undefined
      ? Effect.fail(McpConfigInvalid.of(reading.everyFault ?? { problems: [], more: 0 }))
      : Effect.succeed(config)
  })

/** Reads a `mcp.yaml` as `parseMcpConfig` does. A missing file is a problem of the whole file. */
export const loadMcpConfig = Effect.fnUntraced(function* (
  path: string,
  options: McpConfigOptions = {}
): Effect.fn.Return<McpConfig, McpConfigInvalid> {
  const name = escapeUnprintable(path)
  const file = yield* Effect.sync(() => readTextFile(path, "MCP configuration"))
  if ("fault" in file) return yield* McpConfigInvalid.of({ problems: [{ source: name, message: file.fault }], more: 0 })
  return yield* parseMcpConfig(file.text, name, options)
})
