import { type Static, Type } from "typebox"

const ofCommand =
  "The program and its words, which no shell reads. A program without a slash is looked for in the folders of PATH outside of the workspace; one with a slash is a path from the workspace."

const command = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), { minItems: 1, maxItems: 100, description })

const linter = Type.Object(
  {
    files: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
      minItems: 1,
      maxItems: 100,
      description:
        'Patterns of the paths that it lints, such as "*.py": * is any text, with slashes too, ? one character.'
    }),
    command: command(ofCommand),
    output: Type.Enum(["biome", "eslint", "ruff"], {
      description: "The form of JSON in which it prints what it finds."
    })
  },
  { additionalProperties: false, description: "The path of the call becomes the last word of the command." }
)

const tests = Type.Object(
  {
    command: command(
      `${ofCommand} {report} is the file to which the program writes its report in the form of JUnit; without it, nothing is counted.`
    ),
    filter: Type.Optional(
      Type.String({
        pattern: "\\{filter\\}",
        maxLength: 4096,
        description: "The word that is added for a filter, such as --test-name-pattern={filter} or -k{filter}."
      })
    )
  },
  { additionalProperties: false }
)

/** The schema of the code tools' settings: the section `code` of `toolbox.yaml`, and the options of `codeTools`. */
export const codeSettings = Type.Object(
  {
    linters: Type.Optional(
      Type.Array(linter, {
        maxItems: 50,
        description: "The linters of lint_code. The first one whose pattern matches lints."
      })
    ),
    tests: Type.Optional(tests)
  },
  { additionalProperties: false }
)

/** The settings of the code tools. */
export type CodeSettings = Static<typeof codeSettings>

/** The settings of one linter. */
export type LinterSettings = Static<typeof linter>

/** The settings of the test command. */
export type TestSettings = Static<typeof tests>
