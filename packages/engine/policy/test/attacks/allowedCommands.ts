import { tools } from "../judging.ts"
import { type Attack, commands } from "./Attack.ts"

const { shell } = tools

const status = 'rules: { allow: ["shell(git status:*)", "shell(git log:*)", "shell(npm run test:*)", "shell(echo:*)"] }'

/** Commands that imitate what an allow rule covers. */
export const allowedCommands: ReadonlyArray<Attack> = [
  {
    attack: "a command that an allow pattern covers",
    policy: status,
    tool: shell,
    calls: commands("git status \\\n -s"),
    expect: "allow"
  },
  {
    attack: "a text that only leads to a command of an allow pattern",
    policy: "rules: { allow: ['shell(git status:*)', 'shell(git commit:*)', 'shell(cat:*)', 'shell(find:*)'] }",
    tool: shell,
    calls: commands(
      "cd src && git status",
      "cd src && git status && cd ..",
      "cd src && git status; cd ..",
      "test -d src; git status; true",
      "zsh -lc 'cd src && git status'",
      "git -C src --no-pager status",
      "git commit -m \"$(cat <<'EOF'\n`x`\nEOF\n)\"",
      "find src -name '*.ts' | xargs cat",
      "find src -exec cat {} +"
    ),
    expect: "allow"
  },
  {
    attack: "a text that leads to nothing, or out of the workspace",
    policy: "rules: { allow: ['shell(git status:*)', 'shell(cat:*)', 'shell(find:*)', 'shell(ls:*)'] }",
    tool: shell,
    calls: commands(
      "cd src",
      "cd src && true",
      "cd src && cd ../.. && git status",
      "test -f /etc/passwd && git status",
      "cd src; cd ..; ls",
      "HOME=src bash -lc 'git status'",
      "find / -name x | xargs cat",
      "git -C src -C ../.. status"
    ),
    expect: "ask"
  },
  {
    attack: "a command that is not all of an allow pattern's",
    policy: status,
    tool: shell,
    calls: commands(
      "git status\nls",
      "cd $OUT; git status",
      "cd src/out && git status",
      "git\u00a0status",
      "git status\u2028ls",
      "git 'status ' "
    ),
    expect: "ask"
  }
]
