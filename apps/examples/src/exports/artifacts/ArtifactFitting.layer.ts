import assert from "node:assert/strict"
import { ArtifactFitting, MemoryArtifactStore } from "@toolgate/artifacts"
import { OutputFitting, toolOutput } from "@toolgate/core"
import { makeExecutionGrant, makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const because = { layer: "app", rule: "any", source: "app" }
const permit = { request: makePermissionRequest(), grant: makeExecutionGrant(), because, waitedMs: 0 }
const fit = Effect.flatMap(OutputFitting, (one) => one.fit(toolOutput({ text: "line\n".repeat(1_000) }), permit))
const fitting = ArtifactFitting.layer(1_024).pipe(Layer.provide(MemoryArtifactStore.layer()))
const { content } = await Effect.runPromise(Effect.provide(fit, fitting))
assert.match(JSON.stringify(content), /artifact:sha256-/)
