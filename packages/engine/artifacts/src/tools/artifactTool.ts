import {
  type ArtifactStore,
  type StoreUnavailable,
  type Tool,
  type ToolContext,
  ToolExecutionError
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { artifactOwner } from "../artifactOwner.ts"

/** The common declarations of both tools, which read only results of the same agent's calls. */
export const artifactTool = {
  sideEffects: "NONE",
  category: "system",
  callers: ["direct", "chain"]
} as const satisfies Partial<Tool>

export const refArgument = Type.String({
  pattern: "^artifact:sha256-[0-9a-f]{64}$",
  description: "The reference that a result gave in place of its contents."
})

/** Returns the size, the media type and a reader of an artifact, for the agent that makes the call. */
export const openArtifact = Effect.fnUntraced(function* (
  store: ArtifactStore["Service"],
  ref: string,
  context: Pick<ToolContext, "session" | "principal">
) {
  const owner = artifactOwner(context)
  const found = yield* inWords(store.get(ref, owner))
  if (found === undefined) return yield* unknown(ref)
  const read = (start: number, length: number) =>
    Effect.flatMap(inWords(store.read(ref, { start, length }, owner)), (bytes) =>
      bytes === undefined ? unknown(ref) : Effect.succeed(bytes)
    )
  return { size: found.size, mediaType: found.mediaType, read }
})

const unknown = (ref: string) =>
  Effect.fail(
    new ToolExecutionError({
      message: `There is no artifact "${ref}": it has expired or was removed, or it belongs to another session or agent. Make the call again whose result it was.`
    })
  )

/** Translates a store's error for the model. Where the store is, and why it failed, is for the operator only. */
const inWords = <A>(asked: Effect.Effect<A, StoreUnavailable>): Effect.Effect<A, ToolExecutionError> =>
  Effect.mapError(
    asked,
    (cause) => new ToolExecutionError({ message: "The artifact store is unavailable. Try again later.", cause })
  )
