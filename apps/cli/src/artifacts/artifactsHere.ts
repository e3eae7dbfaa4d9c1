import { resolve } from "node:path"
import { FileArtifactStore, isFitting } from "@toolgate/artifacts"
import { ArtifactStore, type OwnedArtifact, StoreUnavailable } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { openStore, SqlArtifactStore, StoreInvalid } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ToolgateOptions } from "toolgate"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { findMissingStore } from "../flags/storeFlags.ts"
import { getStateFolder } from "../getStateFolder.ts"
import { Screen } from "../Screen.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import type { ArtifactFlags } from "./artifactFlags.ts"

/** Returns where a gate stores large results for this workspace: the user's folder, or memory if calls could reach that folder. */
export const getArtifactLocation = (workspace: string): { readonly folder?: string } => {
  const folder = getStateFolder("artifacts")
  const work = resolve(workspace)
  return isBeneath(folder, work) || isBeneath(work, folder) ? {} : { folder }
}

/** Returns the artifact options of a gate whose results are printed here in full. */
export const getPrintedArtifactOptions = (workspace: string): NonNullable<ToolgateOptions["artifacts"]> => ({
  ...getArtifactLocation(workspace),
  inlineBytes: "unlimited"
})

/** Returns the artifact options of a gate for calls of these tools. Empty if no script may store a result and no call reads one. */
export const getCallArtifactOptions = (
  workspace: string,
  tools: ReadonlyArray<string>
): Pick<ToolgateOptions, "artifacts"> =>
  tools.some((name) => name === "run_script" || isFitting(name))
    ? { artifacts: getPrintedArtifactOptions(workspace) }
    : {}

/** Provides the selected artifacts with the operator's view, which includes all owners. */
export const provideArtifacts = <A, E, R>(
  { folder, store }: Pick<ArtifactFlags, "folder" | "store">,
  use: Effect.Effect<A, E | StoreUnavailable | StoreInvalid, R | ArtifactStore>
) =>
  Effect.gen(function* () {
    if (Option.isSome(folder) && Option.isSome(store))
      return yield* new WrongUse({ message: 'The flags "--folder" and "--store" name two places; use one of them.' })
    for (const [flag, given] of [["folder", folder] as const, ["store", store] as const])
      if (Option.isSome(given) && given.value === "")
        return yield* new WrongUse({
          message: `The flag "--${flag}" is empty; give it a value, or leave the flag out.`
        })
    const missing = findMissingStore({ store })
    if (missing !== undefined) return yield* missing
    const place: Layer.Layer<ArtifactStore, StoreInvalid> = Option.isSome(store)
      ? Layer.provide(SqlArtifactStore.layer(), openStore(store.value))
      : FileArtifactStore.layer(Option.getOrElse(folder, () => getStateFolder("artifacts")))
    return yield* Effect.provide(use, place)
  }).pipe(Effect.catch((cause) => (isOfStore(cause) ? Effect.fail(wrongPlace(cause, store)) : Effect.fail(cause))))

/**
 * Returns the artifacts whose reference begins with `ref`, newest first. Ends the command if there are none, or several references match.
 */
export const findArtifacts = Effect.fnUntraced(function* (ref: string, session: Option.Option<string>) {
  const { list } = yield* ArtifactStore
  const screen = yield* Screen
  const found = selectSession(yield* list(), session).filter((one) => one.ref.startsWith(ref))
  const refs = new Set(found.map((one) => one.ref))
  if (refs.size === 1) return found.toReversed()
  yield* screen.notice(
    refs.size === 0
      ? `toolgate: There is no artifact "${ref}"${Option.isSome(session) ? " of this session" : ""}: it has expired or was removed, or it is in another place.\n`
      : `toolgate: ${refs.size} artifacts begin with "${ref}"; give more of its digits.\n`
  )
  return yield* new Unsuccessful({ exitStatus: 1 })
})

/** Returns the artifacts of a session, or all. */
export const selectSession = (
  all: ReadonlyArray<OwnedArtifact>,
  session: Option.Option<string>
): ReadonlyArray<OwnedArtifact> =>
  Option.isNone(session) ? all : all.filter(({ owner }) => owner.session === session.value)

const wrongPlace = (cause: StoreInvalid | StoreUnavailable, store: Option.Option<string>): WrongUse =>
  Option.isSome(store)
    ? convertStoreError(cause)
    : new WrongUse({ message: `${cause.message} To use another folder, name it with "--folder".`, cause })

const isOfStore = (cause: unknown): cause is StoreInvalid | StoreUnavailable =>
  cause instanceof StoreInvalid || cause instanceof StoreUnavailable
