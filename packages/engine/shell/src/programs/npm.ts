import { strangeNodePackage } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger } from "./Program.ts"

const starts = "starts the scripts of packages and projects"
const installs = "installs packages, whose scripts run"
const publishes = "publishes, or acts for a person at the registry"
const settings = "changes settings, which can name programs to start"
const browses = "opens a browser"

/** The settings of npm, which may stand anywhere before `--`. Each may be shortened and negated. */
const options = `-adfslpSBDEOPnqhHv? -m= -w= --[no-]all --[no-]audit --audit-level= --before= --[no-]bin-links --[no-]color=? --cpu= --depth=
  --[no-]description --diff= --[no-]diff-ignore-all-space --[no-]diff-name-only --[no-]diff-no-prefix --diff-dst-prefix=
  --diff-src-prefix= --[no-]diff-text --diff-unified= --[no-]dry-run --[no-]engine-strict --expect-result-count=
  --[no-]expect-results --fetch-retries= --fetch-timeout= --[no-]force --[no-]foreground-scripts
  --[no-]format-package-lock --[no-]fund --[no-]git-tag-version --[no-]if-present --ignore-scripts --include=
  --[no-]include-staged --[no-]include-workspace-root --[no-]install-links --install-strategy= --[no-]json
  --[no-]legacy-bundling --[no-]legacy-peer-deps --libc= --[no-]link --lockfile-version= --loglevel= --[no-]long
  --maxsockets= --message= --min-release-age= --no-yes --no --[no-]offline --omit= --only= --os= --[no-]optional
  --[no-]package-lock --[no-]package-lock-only --[no-]parseable --[no-]prefer-dedupe --[no-]prefer-offline
  --[no-]prefer-online --preid= --[no-]production --[no-]progress --quiet --[no-]read-only --[no-]save --[no-]save-bundle
  --[no-]save-dev --[no-]save-exact --[no-]save-optional --[no-]save-peer --save-prefix= --[no-]save-prod
  --sbom-format= --sbom-type= --scope= --searchexclude= --searchlimit= --searchopts= --silent --[no-]shrinkwrap
  --[no-]strict-peer-deps --strict-ssl --tag= --tag-version-prefix= --[no-]unicode --[no-]update-notifier --usage
  --verbose --version --versions --workspace= --[no-]workspaces --ws --iwr --[no-]workspaces-update`

const dangers = [
  danger(
    "works in another folder, whose scripts then count",
    "-C=",
    "--prefix=",
    "-g",
    "--global",
    "--location=",
    "-L="
  ),
  danger(
    "names a program to start",
    ...["--script-shell=", "--shell=", "--node-options=", "--node-gyp=", "--git=", "--editor=", "--viewer="],
    ...["--browser=", "-c=", "--call=", "--init-module=", "--init.module="]
  ),
  danger(
    "chooses where packages or settings come from",
    ...[
      "--registry=",
      "--reg=",
      "--userconfig=",
      "--globalconfig=",
      "--package=",
      "--cache=",
      "--replace-registry-host="
    ],
    ...["--proxy=", "--https-proxy=", "--noproxy=", "--local-address=", "--ca=", "--cafile=", "--cert=", "--key="],
    ...["--no-strict-ssl", "--_auth=", "--auth-type=", "--otp=", "--password=", "--user-agent="]
  ),
  danger("installs what is missing without asking", "-y", "--yes"),
  danger(
    "lets the scripts of packages run",
    ...["--no-ignore-scripts", "--allow-scripts=", "--allow-git=", "--allow-file=", "--allow-directory="],
    ...["--allow-remote=", "--dangerously-allow-all-scripts", "--no-strict-allow-scripts"]
  ),
  danger("writes a file", "--logs-dir=", "--timing", "--pack-destination=", "--provenance-file=")
]

/**
 * npm. Sources: npm(1), npm-config(7) and the page of each command; of npm 11, the lists of its commands with their
 * aliases (`lib/utils/cmd-list.js`) and of its options (`@npmcli/config/lib/definitions`).
 */
export const npm: ClosedList = {
  source: "npm(1), npm-config(7), of npm 11",
  options,
  dangers,
  everywhere: true,
  skipsDashes: true,
  subcommands: {
    "run run-script rum urn test tst t start stop restart": {},
    "ls list ll la view info show v outdated explain why search s se find query find-dupes sbom diff": {
      options: "-g --global"
    },
    "root prefix": { options: "-g --global" },
    "whoami ping doctor help hlep help-search completion get": {},
    audit: { operand: (word) => (word === "fix" ? installs : undefined) },
    fund: { operands: { from: 1, reason: browses } },
    "version verison": { operands: { from: 1, reason: "changes the version, and runs scripts" } },
    "config c": { subcommands: { "get list ls": {}, "set delete rm edit fix": { asks: settings } } },
    pkg: { subcommands: { get: {}, "set delete fix": { asks: settings } } },
    cache: { subcommands: { "ls list verify": {}, "add clean clear rm npx": { asks: "changes the cache" } } },
    "dist-tag dist-tags": { subcommands: { "ls list": {}, "add rm": { asks: publishes } } },
    "install i in ins inst insta instal isnt isnta isntal isntall add": { asks: installs, operand: strangeNodePackage },
    "ci ic clean-install install-clean isntall-clean": { asks: installs, operand: strangeNodePackage },
    "install-test it install-ci-test cit clean-install-test sit": { asks: installs, operand: strangeNodePackage },
    "update up upgrade u udpate rebuild rb link ln dedupe ddp prune shrinkwrap install-scripts": {
      asks: installs,
      operand: strangeNodePackage
    },
    "uninstall unlink remove rm r un": { asks: "removes packages" },
    pack: { asks: "writes an archive, and runs scripts" },
    "set approve-scripts deny-scripts": { asks: settings },
    "exec x": { asks: starts, rest: "behind dashes" },
    "init create innit": {
      asks: starts,
      operand: strangeNodePackage,
      options: "-y --yes --init-type= --init-private",
      rest: "behind dashes"
    },
    "explore edit": { asks: "starts a program" },
    "bugs issues docs home repo": { asks: browses },
    "publish unpublish deprecate undeprecate owner author access team org ogr token profile trust stage": {
      asks: publishes
    },
    "login adduser add-user logout star stars unstar": { asks: publishes }
  }
}

/**
 * npx, and what npm starts in its place. Options stand before the program, and all words after the program are the
 * program's.
 */
export const npx: ClosedList = {
  source: "npx(1), npm-exec(1), of npm 11",
  options: `-qsnhvy -w= --quiet --silent --no --no-install --no-yes --workspace= --[no-]workspaces --ws --[no-]offline
    --[no-]prefer-offline --[no-]prefer-online --loglevel= --[no-]color=? --version --ignore-existing --yes`,
  dangers: [
    danger("chooses which packages are installed", "-p=", "--package="),
    ...dangers.filter(({ options: [first] }) => first !== "-y")
  ],
  skipsDashes: true,
  rest: "command"
}
