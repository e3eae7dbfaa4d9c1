import { strangeNodePackage } from "./addresses.ts"
import { alone } from "./alone.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger } from "./Program.ts"
import { usualScripts } from "./pnpm.ts"
import { projectTools } from "./projectTools.ts"

const installs = "installs packages, whose scripts run"
const publishes = "publishes, or acts for a person at the registry"
const settings = "changes settings, which can name programs to start"

const subcommands: NonNullable<ClosedList["subcommands"]> = {
  run: { options: "-TB --top-level --binaries-only", rest: "script" },
  "test start stop restart": { rest: "anyone" },
  [usualScripts]: { rest: "anyone" },
  [projectTools]: { isProgram: true },
  "list ls why info outdated licenses bin versions check help": {
    options: "--pattern= --depth= -AR --all --recursive --json --name-only --peers --dependents --manifest -X --extra="
  },
  npm: {
    subcommands: {
      "info audit whoami": { options: "--json -AR --all --recursive --severity= --environment=" },
      "login logout publish tag": { asks: publishes }
    }
  },
  audit: { options: "--json --level= --groups= -AR --all --recursive" },
  config: {
    options: "--json -v --why",
    subcommands: { "get list current": {}, "set unset delete": { asks: settings } }
  },
  "exec dlx create": { asks: "starts a program", options: "-q --quiet", rest: "command" },
  "install add upgrade up upgrade-interactive import link rebuild dedupe autoclean": {
    asks: installs,
    operand: strangeNodePackage,
    options: `-DEPOTWLRi --dev --exact --peer --optional --tilde --caret --latest --pattern= --json --immutable --immutable-cache
      --check-cache --inline-builds --frozen-lockfile --pure-lockfile --ignore-scripts --ignore-engines --ignore-optional
      --ignore-platform --ignore-workspace-root-check --no-lockfile --production=? --prod --non-interactive --force
      --check-files --check --mode= --audit --flat --har`
  },
  "remove unlink unplug": { asks: "removes packages", options: "-AW --all --ignore-workspace-root-check" },
  "publish pack version tag owner team login logout stage": { asks: publishes },
  "global node policies set plugin cache init generate-lock-entry": { asks: settings }
}

/** Yarn, classic and modern. Sources: classic.yarnpkg.com/docs/cli, yarnpkg.com/cli. */
export const yarn: ClosedList = {
  source: "classic.yarnpkg.com/docs/cli, yarnpkg.com/cli",
  options: `-shv --silent --verbose --json --offline --prefer-offline --no-progress --non-interactive --version --emoji=?
    --no-emoji --frozen-lockfile --immutable --ignore-engines --ignore-scripts`,
  dangers: [
    danger(
      "works in another folder, whose scripts then count",
      ...[
        "--cwd=",
        "--modules-folder=",
        "--cache-folder=",
        "--global-folder=",
        "--preferred-cache-folder=",
        "--link-folder="
      ]
    ),
    danger(
      "chooses where packages or settings come from",
      "--registry=",
      "--use-yarnrc=",
      "--proxy=",
      "--https-proxy="
    ),
    danger("names a program to start", "--script-shell=")
  ],
  otherwise: "command",
  skipsDashes: true,
  alone: alone(installs),
  subcommands: {
    ...subcommands,
    workspace: { before: 1, subcommands, otherwise: "command" },
    workspaces: {
      subcommands: {
        "list info": { options: "-Rv --json --recursive --verbose --since=?" },
        foreach: {
          options: `-AWRptvij= --all --worktree --recursive --parallel --topological --topological-dev --verbose --interlaced
            --jobs= --include= --exclude= --from= --since=? --no-private --dry-run`,
          subcommands
        }
      }
    }
  }
}
