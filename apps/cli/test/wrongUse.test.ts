import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { toolgate } from "./commandLine.ts"
import { folder } from "./folder.ts"

const call = 'Usage: toolgate call [flags] <TOOL> [<ARGS>]\nFor more: "toolgate call --help".\n'

describe("a command line that cannot be followed exits with 2, prints nothing on standard output, and says what to do", () => {
  it.each([
    ["no tool", ["call"], `toolgate: TOOL is missing.\n${call}`],
    ["no tool, as JSON", ["call", "--json"], `toolgate: TOOL is missing.\n${call}`],
    [
      "an unknown flag",
      ["call", "Echo", "--jsno"],
      `toolgate: There is no flag "--jsno" here; perhaps you meant "--json". What begins with "-" and is no flag goes after "--".\n${call}`
    ],
    [
      "arguments that look like a flag",
      ["call", "Echo", "-x"],
      `toolgate: There is no flag "-x" here. What begins with "-" and is no flag goes after "--".\n${call}`
    ],
    [
      "more than one ARGS",
      ["call", "Echo", '{"text":', '"a"}'],
      `toolgate: There is more on the command line than this command takes; single quotes keep JSON together.\n${call}`
    ],
    [
      "a flag given twice",
      ["call", "Echo", "--workspace", "a", "--workspace", "b"],
      `toolgate: The flag "--workspace" stands there more than once; give it once.\n${call}`
    ],
    [
      "a flag without its value",
      ["call", "Echo", "--workspace", "--json"],
      `toolgate: The flag "--workspace" needs a value: DIR.\n${call}`
    ],
    [
      "an empty workspace",
      ["call", "Echo", "{}", "--workspace="],
      'toolgate: The flag "--workspace" is empty; name a folder, or leave the flag out.\n'
    ],
    ...["--agent", "--role", "--task", "--session"].flatMap(
      (flag): Array<[string, Array<string>, string]> => [
        [
          `an empty ${flag}`,
          ["call", "Echo", "{}", `${flag}=`],
          `toolgate: The flag "${flag}" needs a value: a name, or leave the flag out.\n${call}`
        ]
      ]
    ),
    ...["3s", "0", "-1", "1e3", "2147484"].map((given): [string, Array<string>, string] => [
      `a time that is none: ${given}`,
      ["call", "Echo", "{}", `--ask-timeout=${given}`],
      `toolgate: "${given}" is not a value of "--ask-timeout"; it takes a number of seconds, more than 0 and at most 2147483.\n${call}`
    ]),
    [
      "a log level that there is not",
      ["call", "Echo", "--log-level", "loud"],
      `toolgate: "loud" is not a value of "--log-level"; it takes trace, debug, info, warn, error, fatal, silent.\n${call}`
    ],
    [
      "a command that there is not",
      ["cal"],
      'toolgate: There is no command "cal"; perhaps you meant "call".\nUsage: toolgate <subcommand> [flags]\nFor more: "toolgate --help".\n'
    ],
    [
      "two names",
      ["tools", "a", "b"],
      'toolgate: There is more on the command line than this command takes; single quotes keep JSON together.\nUsage: toolgate tools [flags] [<NAME>]\nFor more: "toolgate tools --help".\n'
    ]
  ])("%s", async (_what, args, stderr) => {
    expect(await toolgate(args)).toEqual({ status: 2, stdout: "", stderr })
  })

  it("no command at all, with all the help there is", async () => {
    const { stderr, ...rest } = await toolgate([])
    expect(rest).toEqual({ status: 2, stdout: "" })
    expect(stderr).toMatch(/^toolgate: Name a command\.\n\nDESCRIPTION\n/)
  })

  it("a workspace that does not exist", async () => {
    const path = join(folder(), "absent")
    expect(await toolgate(["call", "Echo", "{}", "--workspace", path, "--json"])).toEqual({
      status: 2,
      stdout: "",
      stderr: `toolgate: The workspace "${path}" does not exist; name a folder that does.\n`
    })
  })

  it("a workspace that is a file", async () => {
    const path = join(folder({ file: "" }), "file")
    expect(await toolgate(["call", "Echo", "{}", "--workspace", path])).toEqual({
      status: 2,
      stdout: "",
      stderr: `toolgate: The workspace "${path}" is not a folder; name one.\n`
    })
  })
})
