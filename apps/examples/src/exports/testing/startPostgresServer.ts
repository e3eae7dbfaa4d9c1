import assert from "node:assert/strict"
import { findPostgresProgram, isNight, startPostgresServer } from "@toolgate/testing"

// Starting a server takes seconds, so this runs at night only.
if (isNight && findPostgresProgram("initdb") !== undefined) {
  const server = await startPostgresServer()
  assert.notEqual(await server.database(), await server.database())
}
