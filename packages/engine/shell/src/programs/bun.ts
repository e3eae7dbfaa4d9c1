import { strangeNodePackage } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger } from "./Program.ts"

const installs = "installs packages, whose scripts run"
const starts = "starts a program"

/** Bun, which runs files and scripts by their names. Source: bun.sh/docs/cli, `bun --help`, of bun 1.2. */
export const bun: ClosedList = {
  source: "bun --help, of bun 1.2; bun.sh/docs/cli",
  options: "-hvb --silent --bun --version --revision --smol --hot --watch --no-clear-screen --if-present --filter=",
  dangers: [
    danger("works in another folder, whose scripts then count", "--cwd=", "-g", "--global"),
    danger("is code, or is followed by code", "-e=", "--eval=", "-p=", "--print="),
    danger(
      "loads code before the script",
      ...["-r=", "--preload=", "--require=", "--import=", "-c=", "--config=", "--env-file=", "--tsconfig-override="],
      ...["--conditions=", "--plugin="]
    ),
    danger("names a program to start", "--shell=", "--inspect=?", "--inspect-brk=?", "--inspect-wait=?")
  ],
  skipsDashes: true,
  otherwise: "script",
  subcommands: {
    run: { options: "--silent --if-present --bun -b --filter=", rest: "script" },
    test: {
      options: `-ut= --watch --only --todo --bail=? --timeout= --rerun-each= --coverage --coverage-reporter= --update-snapshots
        --test-name-pattern=`,
      dangers: [
        danger("writes files", "--coverage-dir=", "--reporter-outfile="),
        danger("loads code", "--preload=", "-r=")
      ]
    },
    "install i add a update outdated remove rm link unlink ci patch": {
      asks: installs,
      operand: strangeNodePackage,
      options: `-dDEpy --dev --development --optional --peer --exact --production --frozen-lockfile --no-save --save --dry-run
        --force --ignore-scripts --silent --verbose --no-progress --latest --omit=`
    },
    pm: { subcommands: { "ls list bin hash hash-string hash-print whoami view": { options: "--all" } } },
    "x exec create c": { asks: starts, rest: "command" },
    "build init publish upgrade repl getcompletes": { asks: "writes files" }
  }
}
