import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folder } from "./folder.ts"
import { toolgate } from "./withinProcess.ts"

const call = 'Usage: toolgate call [flags] <TOOL> [<ARGS...>]\nFor more: "toolgate call --help".\n'

describe("a command line that cannot be followed exits with 2, prints nothing on standard output, and says what to do", () => {
  it.each([
    ["no tool", ["call"], `toolgate: TOOL is missing.\n${call}`],
    [
      "an unknown flag",
      ["call", "Echo", "--jsno"],
      `toolgate: Unknown flag "--jsno"; perhaps you meant "--json". Put arguments that begin with "-" after "--".\n${call}`
    ],
    [
      "arguments that look like a flag",
      ["call", "Echo", "-x"],
      `toolgate: Unknown flag "-x". Put arguments that begin with "-" after "--".\n${call}`
    ],
    [
      "arguments that look like several flags, one of them for the help",
      ["call", "Echo", "-this"],
      'toolgate: Unknown flag "-this". Put arguments that begin with "-" after "--".\n'
    ],
    [
      "a value that looks like several flags",
      ["call", "Echo", "--agent", "-h\u001b[31m"],
      'toolgate: Unknown flag "-h\\u001b[31m". Write a value that begins with "-" as in --agent=VALUE. Put arguments that begin with "-" after "--".\n'
    ],
    [
      "more than one ARGS",
      ["call", "Echo", '{"text":', '"a"}'],
      `toolgate: There are too many arguments; put JSON in single quotes, or write each argument as NAME=VALUE.\n${call}`
    ],
    [
      "a flag given twice",
      ["call", "Echo", "--workspace", "a", "--workspace", "b"],
      `toolgate: The flag "--workspace" is given more than once; give it once.\n${call}`
    ],
    [
      "a flag without its value",
      ["call", "Echo", "--workspace", "--agent=a"],
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
      "an argument that is no reference",
      ["artifacts", "rm", "milk"],
      'toolgate: "milk" is not a value of REF; it takes a reference, as in artifact:sha256-0f4c.\nUsage: toolgate artifacts rm [flags] <REF>\nFor more: "toolgate artifacts rm --help".\n'
    ],
    [
      "a command that there is not",
      ["cal"],
      'toolgate: Unknown command "cal"; perhaps you meant "call".\nUsage: toolgate <subcommand> [flags]\nFor more: "toolgate --help".\n'
    ],
    [
      "two names",
      ["tools", "show", "a", "b"],
      'toolgate: There are too many arguments. Write JSON in single quotes, and folders and files as the values of flags.\nUsage: toolgate tools show [flags] <NAME>\nFor more: "toolgate tools show --help".\n'
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
    expect(await toolgate(["call", "Echo", "{}", "--workspace", path])).toEqual({
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

describe("a command line or a file that cannot be followed, with --json", () => {
  const invalid = "version: 1\nruels: {}\n"
  const problems = [{ source: "p.yaml:2:1", message: 'unknown key "ruels" in a policy; did you mean "rules"?' }]
  const problem = `${problems[0]?.source}: ${problems[0]?.message}`

  it.each<[string, ReadonlyArray<string>, string, ReadonlyArray<unknown>]>([
    ["no tool", ["call", "--json"], "TOOL is missing.", []],
    [
      "an unknown flag",
      ["call", "Echo", "--json", "--lmit=1"],
      'Unknown flag "--lmit"; perhaps you meant "--limit". Put arguments that begin with "-" after "--".',
      []
    ],
    ["no command", ["policy", "--json"], "", []],
    ["no command at all", ["--json"], "", []],
    ["two faults", ["tools", "--log-level=loud", "--json"], "", []],
    [
      "no workspace",
      ["call", "Echo", "{}", "--json", "--workspace", "absent"],
      'The workspace "absent" does not exist; name a folder that does.',
      []
    ],
    ["a policy that does not hold, of call", ["call", "Echo", "--json", "--policy", "p.yaml"], problem, problems],
    ["of explain", ["policy", "explain", "Echo", "--json", "--policy", "p.yaml"], problem, problems],
    ["of test", ["policy", "test", "--json", "p.yaml"], problem, problems],
    ["of lint", ["policy", "lint", "--json", "p.yaml"], problem, problems],
    ["of supervise", ["supervise", "--json", "--no-audit", "--policy", "p.yaml", "--", "true"], problem, problems],
    [
      "no file",
      ["policy", "lint", "--json", "absent.yaml"],
      "absent.yaml: there is no such file or folder",
      [{ source: "absent.yaml", message: "there is no such file or folder" }]
    ],
    ["no program", ["supervise", "--json"], "", []],
    ["no log", ["audit", "verify", "--json", "--audit", "absent"], "", []],
    ["no log to list", ["audit", "list", "--audit", "absent", "--json"], "", []],
    ["no tools", ["policy", "explain", "Echo", "--tools", "absent.ts", "--json"], "", []]
  ])("prints one line of JSON, and the same as ever on standard error: %s", async (_what, args, message, found) => {
    const cwd = folder({ "p.yaml": invalid })
    const { status, stdout, stderr } = await toolgate(args, { cwd })
    expect(status).toBe(2)
    expect(stdout).toMatch(/^[^\n]+\n$/)
    const { at, error, ...rest } = JSON.parse(stdout)
    expect(rest).toEqual({ type: "wrong_use", exitStatus: 2, executed: "no", success: false })
    expect(new Date(at).toISOString()).toBe(at)
    expect({ ...error, message: "" }).toEqual({
      class: "wrong_use",
      slug: "wrong_use",
      message: "",
      details: { problems: found }
    })
    if (message !== "") expect(error.message).toBe(message)
    expect(stderr).toContain(error.message)
    expect(error.message).not.toBe("")
  })

  it("does not treat a word of another argument as the flag", async () => {
    const cwd = folder()
    for (const args of [
      ["supervise", "--workspace", "absent", "--no-audit", "--", "agent", "--json"],
      ["call", "Echo", "{}", "--workspace=absent", "--json=false"],
      ["call", "Echo", "{}", "--workspace=--json"]
    ])
      expect(await toolgate(args, { cwd })).toMatchObject({ status: 2, stdout: "" })
  })
})
