import { strangeNodePackage } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger } from "./Program.ts"
import { projectTools } from "./projectTools.ts"

const installs = "installs packages, whose scripts run"
const publishes = "publishes, or acts for a person at the registry"
const settings = "changes settings, which can name programs to start"

/** The list of a command that runs a script of the project. The words after the script's name are the script's. */
const script: ClosedList = {
  options: "-s --if-present --sequential --no-bail --bail --reporter-hide-prefix --resume-from= --dry-run --json",
  rest: "script"
}

/**
 * The usual names of scripts, none of which is the name of a program. Without a script of a name, pnpm starts a program
 * of that name from the path.
 */
export const usualScripts =
  `build build:watch lint lint:fix lint:check format format:check format:fix typecheck type-check types
  check check:fix dev test:unit test:e2e test:watch test:ci test:coverage test:integration coverage e2e storybook
  build-storybook preview generate codegen typegen serve`.replaceAll(/\s+/g, " ")

const subcommands: NonNullable<ClosedList["subcommands"]> = {
  "run run-script": script,
  "test t tst start stop restart": { rest: "anyone" },
  [usualScripts]: { rest: "anyone" },
  [projectTools]: { isProgram: true },
  "list ls ll la why outdated view info show v licenses licences sbom peers search s se find": {
    options: `-gPDL --exclude-peers --find-by= --long --json --parseable --prod --production --dev --[no-]optional --depth=
      --only-projects --lockfile-only --compatible --format= --no-table --sort-by= --notes --latest`
  },
  "root bin prefix whoami ping doctor completion ignored-builds help get": {},
  "cat-file cat-index find-hash": {},
  fund: { options: "--json", operands: { from: 1, reason: "opens a browser" } },
  audit: {
    options: "--json --audit-level= --prod --dev --no-optional --ignore-registry-errors --ignore= --ignore-unfixable",
    dangers: [danger(installs, "--fix=?")],
    operands: { from: 1, reason: installs }
  },
  "config c": {
    options: "--json --location=",
    subcommands: { "get list ls": {}, "set delete edit": { asks: settings } }
  },
  store: { subcommands: { "path status": {}, "add prune": { asks: "changes the store" } } },
  exec: { asks: "starts a program", options: "--no-reporter-hide-prefix --resume-from= --no-bail", rest: "command" },
  "dlx create": { asks: "fetches and starts a program", options: "--reporter=", rest: "command" },
  "install i install-test it ci clean-install ic install-clean add update up upgrade rebuild rb link ln import dedupe":
    {
      asks: installs,
      operand: strangeNodePackage,
      options: `-PDSEOLi --prod --production --dev --[no-]optional --save --save-dev --save-prod --save-exact --save-optional
      --save-peer --save-catalog --save-catalog-name= --cpu= --os= --libc= --ignore-scripts --ignore-pnpmfile
      --[no-]offline --[no-]prefer-offline --[no-]frozen-lockfile --lockfile-only --fix-lockfile
      --[no-]prefer-frozen-lockfile --no-lockfile --ignore-workspace-root-check --workspace --latest --interactive --depth=
      --force --dry-run --shamefully-hoist --strict-peer-dependencies --node-linker= --no-save --resolution-only
      --[no-]verify-store-integrity --network-concurrency= --child-concurrency= --merge-git-branch-lockfiles --check`
    },
  "remove uninstall rm un uni unlink dislink prune fetch deploy patch patch-commit patch-remove": {
    asks: "changes what is installed",
    options: "-PDO --save-dev --save-prod --save-optional --prod --dev --no-optional"
  },
  "pack publish stage change version lane": { asks: publishes, options: "--dry-run --json --access= --tag=" },
  "set set-script ss pkg approve-builds permissions approve": { asks: settings },
  "clean purge self-update setup env runtime rt shim with": { asks: "changes what is installed" }
}

/**
 * pnpm. Sources: `pnpm help` and the help of each command, of pnpm 12; the code that reads the command line of pnpm 11
 * (`cli/parse-cli-args`, `pnpm/src/shorthands.ts`).
 */
export const pnpm: ClosedList = {
  source: "pnpm help, of pnpm 12; pnpm.io/cli",
  options: `-rwshvyqdF= --recursive --workspace-root --silent --version --yes --filter= --filter-prod= --reporter= --loglevel=
    --stream --[no-]aggregate-output --use-stderr --[no-]color --parallel --[no-]sort --reverse --workspace-concurrency=
    --[no-]fail-if-no-match --[no-]include-workspace-root --test-pattern= --changed-files-ignore-pattern= --if-present
    --[no-]bail --no-progress --reporter-hide-prefix`,
  dangers: [
    danger(
      "works in another folder, whose scripts then count",
      ...[
        "-C=",
        "--dir=",
        "--prefix=",
        "-g",
        "--global",
        "--ignore-workspace",
        "--workspace-packages=",
        "--lockfile-dir="
      ],
      ...["--modules-dir=", "--virtual-store-dir=", "--store-dir=", "--store=", "--state-dir=", "--cache-dir="]
    ),
    danger(
      "names a program to start, or code to load",
      ...["--script-shell=", "--shell-emulator", "-c", "--shell-mode", "--node-options=", "--use-node-version="],
      ...["--pnpmfile=", "--global-pnpmfile=", "--npm-path=", "--node-path="]
    ),
    danger(
      "chooses where packages or settings come from",
      ...[
        "--registry=",
        "--userconfig=",
        "--npmrc-auth-file=",
        "--env-file=",
        "--package=",
        "--pnpr-server=",
        "--config.*"
      ],
      ...["--proxy=", "--https-proxy=", "--http-proxy=", "--no-proxy=", "--ca=", "--cafile=", "--cert=", "--key="],
      ...["--no-strict-ssl", "--strict-ssl"]
    ),
    danger("lets the scripts of packages run", "--allow-build=", "--dangerously-allow-all-builds"),
    danger("writes a file", "--report-summary")
  ],
  everywhere: true,
  skipsDashes: true,
  otherwise: "command",
  subcommands: { ...subcommands, "recursive multi m": { subcommands }, pm: { subcommands } }
}
