import { ArtifactStore, logOfCall, OutputFitting } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { artifactOwner } from "./artifactOwner.ts"
import { fitOutput, type PutArtifact } from "./fitOutput.ts"
import { isFitting } from "./tools/artifactTools.ts"

/**
 * The layer of `OutputFitting` that stores what of an output exceeds `inlineBytes` for the agent that made the call. Pictures have a bound
 * of their own, because a model sees them only in the answer. Whatever the store refuses is logged.
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

/** The most Base64 of an answer's pictures: the strictest provider takes no more for one. */
const pictureBytes = 5 * 1024 * 1024
