import { homedir } from "node:os"
import { escapeUnprintable } from "@toolgate/core"
import { FileReading, readTextFile, readYaml } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import type { McpConfig } from "./McpConfig.ts"
import { McpConfigInvalid } from "./McpConfigInvalid.ts"
import { mcpShape } from "./mcpShape.ts"

/** The options of `loadMcpConfig` and `parseMcpConfig`. */
export interface McpConfigOptions {
  /** The absolute path that `~/` stands for. Default: this user's home folder. */
  readonly home?: string | undefined
}

/**
 * Parses the text of a `mcp.yaml`. A server or token with a problem is listed in `leftOut` instead. Fails with all
 * other problems. `name` stands for the file in messages.
 */
export const parseMcpConfig = (
  text: string,
  name: string,
  { home = homedir() }: McpConfigOptions = {}
): Effect.Effect<McpConfig, McpConfigInvalid> =>
  Effect.suspend(() => {
    const reading = new FileReading({ name, what: "MCP configuration", least: "servers: {}", home })
    const config = readYaml(text, mcpShape, reading)
    return config === undefined
      ? Effect.fail(McpConfigInvalid.of(reading.everyFault ?? { problems: [], more: 0 }))
      : Effect.succeed(config)
  })

/** Reads a `mcp.yaml` as `parseMcpConfig` does. Fails if the file is missing. */
export const loadMcpConfig = Effect.fnUntraced(function* (
  path: string,
  options: McpConfigOptions = {}
): Effect.fn.Return<McpConfig, McpConfigInvalid> {
  const name = escapeUnprintable(path)
  const file = yield* Effect.sync(() => readTextFile(path, "MCP configuration"))
  if ("fault" in file) return yield* McpConfigInvalid.of({ problems: [{ source: name, message: file.fault }], more: 0 })
  return yield* parseMcpConfig(file.text, name, options)
})
