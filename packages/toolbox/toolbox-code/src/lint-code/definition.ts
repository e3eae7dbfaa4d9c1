import { defineTool, type PrintedOutput, ToolExecutionError } from "@toolgate/core"
import { Type } from "typebox"
import type { LinterSettings } from "../codeSettings.ts"
import { escapeWords } from "../operator/escapeWords.ts"
import { createMissingProgramError, createNotSetError } from "../operator/missing.ts"
import { programFolder } from "../programFolder.ts"
import { createViolationsSchema, toViolationsOutput } from "../violations.ts"
import { readViolations } from "./readViolations.ts"

/** Returns the tool that lints a file with the operator's linter for it. */
export const createLintCode = (linters: ReadonlyArray<LinterSettings> = []) => {
  const argv = ["./lint-code.sh", "--path={path}", ...linters.flatMap(wordsOf)]
  const file = { kind: "file", arg: "/path", mode: "r", within: "workspace" } as const
  return defineTool({
    name: "lint_code",
    title: "Lint code",
    description:
      "Finds faults in a file of the workspace, or in a folder, with the linter that the settings of the toolbox name for such files. For Python, lint_python needs no settings.",
    parameters: Type.Object(
      { path: Type.String({ minLength: 1, description: "The file or folder, from the workspace's root." }) },
      { additionalProperties: false }
    ),
    output: createViolationsSchema({
      path: Type.Optional(Type.String({ description: "The file, from the workspace." }))
    }),
    sideEffects: "EXECUTE",
    effects: ["local_exec"],
    category: "code",
    permission: "filesystem",
    requiresWorkspace: true,
    resources: linters.length === 0 ? [file] : [file, { kind: "command", argv, workspace: "r" }],
    ...(linters.length === 0
      ? {
          execute: () => {
            throw createNotSetError("No linter is set.", "linters", example)
          }
        }
      : {
          command: {
            argv,
            input: "words" as const,
            folder: programFolder("commands"),
            result: (printed: PrintedOutput) => read(printed, linters)
          }
        }),
    examples: [
      {
        description: "Only files of the workspace are linted.",
        args: { path: "../notes.ts" },
        expect: { error: "permission_denied" }
      }
    ]
  })
}

const example = '[{ files: ["*.ts"], command: [biome, lint, --reporter=json], output: biome }]'

const wordsOf = ({ files, command }: LinterSettings): ReadonlyArray<string> => [
  `${files.length}`,
  ...escapeWords(files),
  `${command.length}`,
  ...escapeWords(command)
]

const read = ({ stdout, stderr, status, isCut }: PrintedOutput, linters: ReadonlyArray<LinterSettings>) => {
  const end = stdout.indexOf("\n")
  const [what, at = "", ...root] = stdout.slice(0, end).split(" ")
  const linter = linters[Number(at)]
  if (what === "none") throw createNotSetError("No linter is set for files of this name.", "linters", example)
  if (linter === undefined) throw new ToolExecutionError({ message: "The linter could not be started." })
  if (what === "missing") throw createMissingProgramError(linter.command[0] ?? "")
  if (isCut)
    throw new ToolExecutionError({ message: "The linter found more than can be read; lint fewer files at once." })
  const found = readViolations(linter.output, stdout.slice(end + 1), root.join(" "))
  // A failed linter without violations has not linted the file.
  if (found !== undefined && (found.length > 0 || status === 0)) return toViolationsOutput(found)
  const said = stderr.trim().slice(-mostSaid)
  throw new ToolExecutionError({
    message: `The linter ended with exit status ${status} and printed no violations in the form "${linter.output}"${said === "" ? "." : `: ${said}`}`
  })
}

const mostSaid = 1000
