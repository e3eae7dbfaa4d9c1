import assert from "node:assert/strict"
import { hasGit, runGit } from "@toolgate/testing"

if (hasGit()) assert.match(runGit(".", "--version"), /^git version /)
