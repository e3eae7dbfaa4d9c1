import { expect, it } from "vitest"
import * as shell from "../src/index.ts"

it("exports exactly the public functions", () => {
  expect(Object.keys(shell).toSorted()).toEqual([
    "addPrograms",
    "countHarmlessOptions",
    "findCommandsWithin",
    "findDangerousWords",
    "findInputSecret",
    "findSecretsInCommands",
    "findSecretsInWords",
    "fitsForm",
    "getCommandName",
    "getOptionSynonyms",
    "getProgramFacts",
    "getProgramsInScope",
    "isHarmlessVariable",
    "isKnownProgram",
    "isSameOption",
    "listProgramNames",
    "loadShellSyntax",
    "makeDoubtfulProgram",
    "namesReader",
    "normalizeProgramName",
    "normalizeSubcommand",
    "readAct",
    "unwrapCommand",
    "withPrograms",
    "writesOperands"
  ])
})
