import assert from "node:assert/strict"
import { HostEnvironment } from "@toolgate/processes"
import { buildProcessSpec } from "@toolgate/sandbox-host"
import { makeExecutionGrant } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const build = buildProcessSpec(makeExecutionGrant({ confinement: "waived" }))
const gate = { PATH: "/usr/bin", API_TOKEN: "tango-9" }
const { confinement, environment } = await Effect.runPromise(Effect.provideService(build, HostEnvironment, gate))
assert.equal(confinement, "none")
// The grant names no variables of the gate.
assert(!JSON.stringify(environment).includes("tango-9"))
