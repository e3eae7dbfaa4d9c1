import { defineTool } from "@toolgate/core"
import { Type } from "typebox"
import type { TestSettings } from "../codeSettings.ts"
import { escapeWords } from "../operator/escapeWords.ts"
import { createNotSetError } from "../operator/missing.ts"
import { programFolder } from "../programFolder.ts"
import { readTests } from "./readTests.ts"

/** Returns the tool that runs tests with the operator's command. */
export const createRunTests = (tests: TestSettings | undefined) =>
  defineTool({
    name: "run_tests",
    title: "Run tests",
    description:
      "Runs the tests of the workspace, or of a folder of it, by the command that the operator has named in the settings of the toolbox. Returns how many passed, failed and were skipped, why the failed ones failed, and the end of what was printed. A filter picks tests by their names.",
    parameters: Type.Object(
      {
        path: Type.Optional(
          Type.String({ minLength: 1, description: "The folder to run them in. Default: the workspace." })
        ),
        filter: Type.Optional(
          Type.String({
            pattern: "^[^\\s@-][^\\x00-\\x1f]*$",
            maxLength: 1000,
            description: "The tests to run, as the test runner names them."
          })
        )
      },
      { additionalProperties: false }
    ),
    output: Type.Object(
      {
        ok: Type.Boolean({ description: "Whether the command ended with exit status 0." }),
        passed: Type.Optional(
          Type.Integer({ description: "Absent, as the next two, if the command wrote no report." })
        ),
        failed: Type.Optional(Type.Integer()),
        skipped: Type.Optional(Type.Integer()),
        failures: Type.Array(
          Type.Object({ name: Type.String(), message: Type.String() }, { additionalProperties: false })
        ),
        output: Type.String({ description: "The end of what the command printed." }),
        cut: Type.Boolean({ description: "Whether there are more failures, or tests, than are listed or counted." })
      },
      { additionalProperties: false }
    ),
    sideEffects: "EXECUTE",
    effects: ["local_exec", "modifies_files"],
    category: "code",
    permission: "filesystem",
    requiresWorkspace: true,
    timeoutMs: 600_000,
    resources: [{ kind: "file", arg: "/path", mode: "rw", within: "workspace", fallback: ".", scope: "tree" }],
    ...(tests === undefined
      ? {
          execute: () => {
            throw createNotSetError("No command that runs the tests is set.", "tests", example)
          }
        }
      : {
          command: {
            argv: [
              "./run-tests.sh",
              "--path={path}",
              tests.filter === undefined ? "--unfiltered={filter}" : `--filter=${filterWord(tests.filter)}`,
              "--",
              ...escapeWords(tests.command)
            ],
            input: "words" as const,
            folder: programFolder("commands"),
            result: readTests(tests)
          }
        }),
    examples: [
      {
        description: "Tests are run in the workspace alone.",
        args: { path: "../other" },
        expect: { error: "permission_denied" }
      }
    ]
  })

const example =
  '{ command: [node, --test, --test-reporter=junit, "--test-reporter-destination={report}"], filter: "--test-name-pattern={filter}" }'

const filterWord = (word: string): string =>
  word
    .split("{filter}")
    .map((part) => escapeWords([part])[0])
    .join("{filter}")
