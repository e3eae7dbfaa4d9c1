import { tools } from "../judging.ts"
import { type Attack, commands } from "./Attack.ts"

const { shell } = tools

const noRemoval =
  'rules: { deny: ["shell(rm -rf:*)", "shell(git push origin:*)"] }\ntool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }'

/** Denied commands that are spelled, joined or hidden so that they look like others. */
export const deniedCommands: ReadonlyArray<Attack> = [
  {
    attack: "a denied command, spelled differently",
    policy: noRemoval,
    tool: shell,
    calls: commands("rm \\\n -rf x", "rm -rf src/*", "rm $(cat <<'E'\n-rf\nE\n) x", "rm \"$(cat <<'E'\n-rf\nE\n)\" x"),
    expect: "deny"
  },
  {
    attack: "a denied command whose words a wildcard may find",
    policy:
      'rules: { deny: ["shell(rm src/a.ts:*)", "shell(ls -R:*)"] }\ntool_confirmation: { default: { EXECUTE: auto } }',
    tool: shell,
    calls: commands("rm src/*", "rm -f src/*.ts", 'for f in src/*; do rm "$f"; done'),
    expect: "deny"
  },
  {
    attack: "a denied command among others",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      "ls\nrm -rf x",
      "cat <<E\n$(rm -rf x)\nE",
      "bash <<'E'\nrm -rf x\nE",
      "cat <<E | sudo sh\nrm -rf x\nE"
    ),
    expect: "deny"
  },
  {
    attack: "another command than the denied one",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      "rm -r x",
      "rm x",
      "rmdir -rf x",
      "git pushorigin x",
      "git pull origin",
      "echo rm -rf x",
      "git push other"
    ),
    expect: "allow"
  },
  {
    attack: "a command that cannot be read before it runs",
    policy: noRemoval,
    tool: shell,
    calls: commands(
      "",
      " ",
      "\n",
      "ls\r",
      "ls\0",
      "\ud800",
      "git status\0; rm",
      Array.from({ length: 5000 }, () => "ls").join(";"),
      `${"(".repeat(500)}ls${")".repeat(500)}`
    ),
    expect: "ask"
  }
]
