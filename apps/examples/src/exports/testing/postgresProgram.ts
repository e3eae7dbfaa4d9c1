import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { postgresProgram } from "@toolgate/testing"

// Tests of PostgreSQL are skipped where it is not installed.
const program = postgresProgram("psql")
assert(program === undefined || existsSync(program))
