import assert from "node:assert/strict"
import { OutputFitting, textOf, toolOutput } from "@toolgate/core"
import { makeExecutionGrant, makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

// Replaces an output of many blocks.
const fitting = Layer.succeed(OutputFitting, {
  inlineBytes: 4_096,
  fit: (output, { request }) =>
    Effect.succeed(output.content.length < 3 ? output : toolOutput({ text: `${request.tool.name} says too much.` }))
})
const because = { layer: "app", rule: "any", source: "app" }
const permit = { request: makePermissionRequest(), grant: makeExecutionGrant(), because, waitedMs: 0 }
const long = toolOutput({ content: Array.from({ length: 3 }, () => ({ type: "text", text: "line" })) })
const fit = Effect.flatMap(OutputFitting, (one) => one.fit(long, permit))
const { content } = await Effect.runPromise(Effect.provide(fit, fitting))
assert.deepEqual(content.map(textOf), ["a_tool says too much."])
