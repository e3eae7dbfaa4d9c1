import { existsSync } from "node:fs"
import { resolve } from "node:path"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { switchFlag } from "../flags/switchFlag.ts"
import { WrongUse } from "../WrongUse.ts"
import type { ServerRights } from "./install/draftServer.ts"

/** The flags that give the program of a server its rights. */
export const rightsFlags = {
  see: Flag.String("see").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription("A file or folder that the server may read; repeat for others"),
    Flag.atLeast(0)
  ),
  change: Flag.String("change").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription("A file or folder that the server may read and change; repeat for others"),
    Flag.atLeast(0)
  ),
  network: switchFlag("network", "Let the server reach the network"),
  unconfined: switchFlag("unconfined", "Run the server's command as it is, with all your rights")
}

/** Returns the rights that the flags give. */
export const readRights = Effect.fnUntraced(function* (given: {
  readonly see: ReadonlyArray<string>
  readonly change: ReadonlyArray<string>
  readonly network: boolean
  readonly unconfined: boolean
}): Effect.fn.Return<ServerRights, WrongUse> {
  const { see, change, network, unconfined } = given
  const absent = [...see, ...change].find((path) => path === "" || !existsSync(path))
  if (absent !== undefined)
    return yield* new WrongUse({ message: `The path "${absent}" does not exist; name an existing path.` })
  if (unconfined && (network || see.length + change.length > 0))
    return yield* new WrongUse({
      message: '"--see", "--change" and "--network" are for a confined server; leave them out, or "--unconfined".'
    })
  const files = [
    ...see.map((path) => ({ path: resolve(path), mode: "r" as const })),
    ...change.map((path) => ({ path: resolve(path), mode: "rw" as const }))
  ]
  return { unconfined, network, files }
})
