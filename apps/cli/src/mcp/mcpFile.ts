import { existsSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { McpConfigInvalid } from "@toolgate/mcp-client"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { getStateFolder } from "../getStateFolder.ts"
import { getOwnPolicyPath } from "../policy/getOwnPolicyPath.ts"
import { quoteShellWord } from "../text/quoteShellWord.ts"
import type { WrongUse } from "../WrongUse.ts"

/** Returns the flag that names a `mcp.yaml`. */
export const makeMcpFileFlag = (name: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("The mcp.yaml with the servers; default: yours, beside your policy"),
    Flag.filterMap(
      (given) => (given === "" ? Option.none() : Option.some(given)),
      () => "the path of a file, or leave the flag out"
    ),
    Flag.optional
  )

/** Returns the absolute path of the `mcp.yaml` that a flag names, or of the user's own. */
export const getMcpFilePath = (
  given: Option.Option<string>,
  flag: "--config" | "--servers" = "--config"
): Effect.Effect<string, WrongUse> =>
  Effect.suspend(() => (Option.isSome(given) ? Effect.succeed(resolve(given.value)) : Effect.fromResult(ownFile(flag))))

const ownFile = (flag: "--config" | "--servers"): Result.Result<string, WrongUse> =>
  Result.map(getOwnPolicyPath(flag), (policy) => join(dirname(policy), "mcp.yaml"))

/** Returns the words of a command that names a `mcp.yaml`; none if it is the user's own. */
export const listConfigWords = (given: Option.Option<string>): ReadonlyArray<string> =>
  Option.isSome(given) && resolve(given.value) !== Result.getOrUndefined(ownFile("--config"))
    ? ["--config", quoteShellWord(resolve(given.value))]
    : []

/** Returns the text of a `mcp.yaml`; `undefined` if there is no such file. */
export const readMcpFile = (path: string): Effect.Effect<string | undefined, McpConfigInvalid> =>
  Effect.suspend(() => {
    if (!existsSync(path)) return Effect.undefined
    const read = readTextFile(path, "MCP configuration")
    if ("text" in read) return Effect.succeed(read.text)
    return Effect.fail(McpConfigInvalid.of({ problems: [{ source: path, message: read.fault }], more: 0 }))
  })

/** The folder with the installed packages of servers, each in a separate folder. */
export const getPackagesFolder = (): string => join(getStateFolder("mcp"), "packages")
