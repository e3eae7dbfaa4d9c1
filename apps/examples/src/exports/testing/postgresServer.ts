import assert from "node:assert/strict"
import { isNight, postgresProgram, postgresServer } from "@toolgate/testing"

// Starting a server takes seconds, so this runs at night only.
if (isNight && postgresProgram("initdb") !== undefined) {
  const server = await postgresServer()
  assert.notEqual(await server.database(), await server.database())
}
