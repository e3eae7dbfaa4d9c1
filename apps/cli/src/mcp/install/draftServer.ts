import * as Effect from "effect/Effect"
import { findServerPackage } from "./findServerPackage.ts"
import { installPackage } from "./installPackage.ts"
import { PackageNotInstalled } from "./PackageNotInstalled.ts"
import type { InstalledPackage } from "./readInstalledPackage.ts"
import type { ServerDraft } from "./ServerDraft.ts"

/** The rights that a person grants to a server's program. */
export interface ServerRights {
  /** Whether the program runs unconfined, with all rights of this user. */
  readonly unconfined: boolean
  readonly files: NonNullable<ServerDraft["files"]>
  readonly network: boolean
}

/** A server that is ready to be written, with the package that was installed for it. */
export interface ReadyServer {
  readonly draft: ServerDraft
  readonly installed?: InstalledPackage
}

/**
 * Returns the entry that runs a server behind the gate: with an installed package instead of a fetching command, and with the given rights.
 * Packages are installed under `folder`. Fails if the program cannot be confined and `unconfined` was not allowed.
 */
export const draftServer = Effect.fnUntraced(function* (
  draft: ServerDraft,
  { unconfined, files, network }: ServerRights,
  folder: string
): Effect.fn.Return<ReadyServer, PackageNotInstalled> {
  if (draft.command === undefined) return { draft }
  if (unconfined) return { draft: { ...draft, unconfined: true } }
  const packaged = findServerPackage(draft.command)
  const rights = network ? { network: "any" as const } : {}
  if (packaged === undefined) {
    if (files.length > 0 || network) return { draft: { ...draft, files, ...rights } }
    return yield* new PackageNotInstalled({
      message:
        'It runs a program of this machine. Add "--see PATH" for what the program may read, or "--unconfined" to run it with all your rights.'
    })
  }
  if ("obstacle" in packaged)
    return yield* new PackageNotInstalled({
      message: `It ${packaged.obstacle}. Install the server as a program and add that, or add "--unconfined" to run it with all your rights.`
    })
  const installed = yield* installPackage(packaged, folder)
  return { draft: { ...draft, ...installed.draft, files: [...installed.draft.files, ...files], ...rights }, installed }
})
