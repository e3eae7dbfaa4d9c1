import { tools } from "../judging.ts"
import { type Attack, commands } from "./Attack.ts"

const { shell, start } = tools

const auto = "tool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }"

/** Commands from callers who may not run them, and text that is not a command. */
export const otherCommands: ReadonlyArray<Attack> = [
  {
    attack: "a program with a network, in the hands of who has none",
    policy: `layers: { tasks: { t: { no_web: true } }, roles: { r: { web_access: false } } }\n${auto}`,
    tool: shell,
    calls: commands("ping x", "nslookup x", "dig x", "ls", "npm ls"),
    who: { role: "r" },
    expect: "deny"
  },
  {
    attack: "a package manager taken for a reader",
    policy: `layers: { global: { allow: ["group:read"] } }\n${auto}`,
    tool: shell,
    calls: commands("npm ls", "npm install", "pip download x", "cat x"),
    expect: "deny"
  },
  {
    attack: "shell syntax in an argument vector, which starts no shell",
    policy: 'rules: { allow: ["start(echo:*)"] }',
    tool: start,
    calls: [
      ["echo", ";", "rm"],
      ["echo", "$(ls)"],
      ["echo", "'; ls; '"],
      ["echo", "a\nb"],
      ["echo", ""]
    ].map((argv) => ({ argv })),
    expect: "allow"
  },
  {
    attack: "an argument vector that is not what it seems",
    policy: 'rules: { allow: ["start(echo:*)"] }',
    tool: start,
    calls: [["echo;ls"], ["echo ls"], ["sh", "-c", "echo x; ls"], ["/bin/echo"], ["env", "PATH=.", "echo"], [""]].map(
      (argv) => ({ argv })
    ),
    expect: "ask"
  },
  {
    attack: "a command that is not text",
    policy: "rules: { allow: [shell] }",
    tool: shell,
    calls: [{}, { command: null }, { command: ["ls"] }, { command: 1 }, { command: {} }],
    expect: "refused"
  },
  {
    attack: "an argument vector that is not a list of strings",
    policy: "rules: { allow: [start] }",
    tool: start,
    calls: [{}, { argv: [] }, { argv: "ls" }, { argv: [1] }, { argv: ["ls", null] }, { argv: { 0: "ls", length: 1 } }],
    expect: "refused"
  },
  {
    attack: "a redirection where writing is denied",
    policy: "tool_confirmation: { default: { WRITE: deny, EXECUTE: auto } }",
    tool: shell,
    calls: commands("echo x > f", "echo x >> f", "x 2> f", "x <> f", "echo $(echo x > f)"),
    expect: "deny"
  },
  {
    attack: "a redirection where writing is denied and a rule allows",
    policy: 'tool_confirmation: { default: { WRITE: deny } }\nrules: { allow: [shell, "write_file(**)"] }',
    tool: shell,
    calls: commands("echo x > f", "echo x >> f", "x 2> f"),
    expect: "deny"
  }
]
