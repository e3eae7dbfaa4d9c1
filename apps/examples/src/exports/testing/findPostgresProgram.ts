import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { findPostgresProgram } from "@toolgate/testing"

// Tests of PostgreSQL are skipped where it is not installed.
const program = findPostgresProgram("psql")
assert(program === undefined || existsSync(program))
