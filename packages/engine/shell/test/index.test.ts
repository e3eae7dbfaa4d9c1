import { expect, it } from "vitest"
import * as shell from "../src/index.ts"

it("exports what it says, and nothing else", () => {
  expect(Object.keys(shell).toSorted()).toEqual([
    "addPrograms",
    "commandName",
    "commandsWithin",
    "dangersIn",
    "doubtfulProgram",
    "fitsForm",
    "harmlessOptionsBefore",
    "inputSecretOf",
    "isHarmlessVariable",
    "isKnownProgram",
    "isSameOption",
    "loadShellSyntax",
    "namesReader",
    "optionSynonyms",
    "plainProgramName",
    "programFacts",
    "programNames",
    "programsInScope",
    "readAct",
    "secretsInCommands",
    "secretsInWords",
    "subcommandNamed",
    "unwrapped",
    "withPrograms",
    "writesOperands"
  ])
})
