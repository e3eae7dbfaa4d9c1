import { ArtifactStore, logOfCall, OutputFitting } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { artifactOwner } from "./artifactOwner.ts"
import { fitOutput, type PutArtifact } from "./fitOutput.ts"
import { isFitting } from "./tools/artifactTools.ts"

/**
 * A layer of `OutputFitting` that moves the parts of an output beyond `inlineBytes` into the artifact store, for the
 * agent that made the call. Pictures have a separate limit, because a model sees them only in the answer. Logs each
 * part that the store refuses.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ArtifactFitting, MemoryArtifactStore } from "@toolgate/artifacts"
 * import { OutputFitting, toolOutput } from "@toolgate/core"
 * import { makeExecutionGrant, makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const because = { layer: "app", rule: "any", source: "app" }
 * const permit = { request: makePermissionRequest(), grant: makeExecutionGrant(), because, waitedMs: 0 }
 * const fit = Effect.flatMap(OutputFitting, (one) => one.fit(toolOutput({ text: "line\n".repeat(1_000) }), permit))
 * const fitting = ArtifactFitting.layer(1_024).pipe(Layer.provide(MemoryArtifactStore.layer()))
 * const { content } = await Effect.runPromise(Effect.provide(fit, fitting))
 * assert.match(JSON.stringify(content), /artifact:sha256-/)
 * ```
 */
export const layer = (inlineBytes = 64 * 1024): Layer.Layer<OutputFitting, never, ArtifactStore> =>
  Layer.effect(
    OutputFitting,
    Effect.map(ArtifactStore, ({ put }) => ({
      inlineBytes,
      fit: (output, { request }) => {
        const { args, callId, context, tool } = request
        if (isFitting(tool.name)) return Effect.succeed(output)
        const owner = artifactOwner(context)
        const keep: PutArtifact = (bytes, { mediaType, name = tool.name }) =>
          Effect.tapError(put(bytes, { mediaType, name, owner }), (failure) =>
            logOfCall(
              Effect.logError("A part of a large output could not be kept.", failure),
              [args],
              callId,
              context,
              tool.name
            )
          )
        return fitOutput(output, inlineBytes, keep, pictureBytes)
      }
    }))
  )

/** The Base64 limit for all pictures of an answer: the lowest limit of any provider for one picture. */
const pictureBytes = 5 * 1024 * 1024
