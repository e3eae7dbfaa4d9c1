import { bun } from "./bun.ts"
import { npm, npx } from "./npm.ts"
import type { Fact, Program, ProgramFacts } from "./Program.ts"
import { pnpm } from "./pnpm.ts"
import { projectFacts } from "./sharedFacts.ts"
import { yarn } from "./yarn.ts"

const facts = (source: string, folder?: string): ProgramFacts => ({
  startsPrograms: { reason: "starts the scripts of packages and projects", source },
  writesFiles: { reason: "writes what it installs and builds", source },
  reachesNetwork: { reason: "fetches packages", source },
  ...(folder === undefined
    ? {}
    : { folderDecides: { reason: `takes orders from ${folder} of the folder that it runs in`, source } satisfies Fact })
})

const npmFacts = facts(
  "npm-run-script(1), npm-exec(1), npm-install(1), and the manuals of pnpm, yarn and bun",
  "package.json"
)

const npmSynonyms = [
  ["-g", "--global"],
  ["-C", "--prefix", "--dir", "--cwd"],
  ["-y", "--yes"],
  ["-D", "--save-dev"]
]

/**
 * The subcommands of npm with their other names. Sources: `lib/utils/cmd-list.js` of npm 11; `pnpm help` of pnpm 12.
 */
const npmAliases = [
  ["install", "i", "in", "ins", "inst", "insta", "instal", "isnt", "isnta", "isntal", "isntall", "add"],
  ["ci", "ic", "clean-install", "install-clean", "isntall-clean"],
  ["install-test", "it"],
  ["install-ci-test", "cit", "clean-install-test", "sit"],
  ["uninstall", "un", "uni", "r", "rm", "remove", "unlink"],
  ["update", "u", "up", "upgrade", "udpate"],
  ["rebuild", "rb"],
  ["link", "ln"],
  ["exec", "x"],
  ["init", "create", "innit"],
  ["run", "run-script", "rum", "urn"],
  ["test", "t", "tst"],
  ["config", "c"],
  ["view", "v", "info", "show"],
  ["list", "ls", "ll", "la"],
  ["search", "s", "se", "find"],
  ["dist-tag", "dist-tags"],
  ["dedupe", "ddp"],
  ["owner", "author"],
  ["org", "ogr"],
  ["adduser", "add-user", "login"],
  ["version", "verison"],
  ["help", "hlep"],
  ...[
    "publish",
    "unpublish",
    "deprecate",
    "undeprecate",
    "access",
    "audit",
    "cache",
    "completion",
    "diff",
    "doctor"
  ].map((name) => [name]),
  ...["edit", "explain", "explore", "fund", "get", "hook", "logout", "outdated", "pack", "ping", "pkg", "prefix"].map(
    (name) => [name]
  ),
  ...[
    "profile",
    "prune",
    "query",
    "repo",
    "restart",
    "root",
    "sbom",
    "set",
    "shrinkwrap",
    "star",
    "stars",
    "start"
  ].map((name) => [name]),
  ...["stop", "team", "token", "trust", "unstar", "whoami", "docs", "bugs", "approve-scripts", "deny-scripts"].map(
    (name) => [name]
  )
]

const pnpmAliases = npmAliases.filter(([name]) => name !== "init" && name !== "exec" && name !== "link")

/** Package managers. The packages that they install are code that runs. Sources: the manual of each. */
export const packageManagers: ReadonlyArray<Program> = [
  { names: ["npm"], facts: npmFacts, closed: npm, synonyms: npmSynonyms, aliases: npmAliases, shortens: true },
  { names: ["pnpm", "pn"], facts: npmFacts, closed: pnpm, synonyms: npmSynonyms, aliases: pnpmAliases },
  { names: ["yarn", "yarnpkg"], facts: npmFacts, closed: yarn, synonyms: npmSynonyms },
  { names: ["bun"], facts: npmFacts, closed: bun, synonyms: npmSynonyms },
  { names: ["npx", "pnpx", "pnx", "bunx"], facts: npmFacts, closed: npx, synonyms: npmSynonyms },
  {
    names: ["corepack"],
    facts: npmFacts,
    closed: {
      source: "corepack --help",
      options: "--version",
      subcommands: {
        "npm npx pnpm pnpx yarn yarnpkg": { isProgram: true },
        "enable disable prepare install use up hydrate pack cache": {
          asks: "changes which package managers are started"
        }
      }
    }
  },
  {
    names: ["configure"],
    facts: projectFacts,
    closed: {
      source: "configure --help, of autoconf 2.71",
      style: "words",
      options: `-q -n -C --quiet --silent --no-create --config-cache --build= --host= --target= --enable-* --disable-* --with-* --without-*
        --prefix= --exec-prefix= --bindir= --sbindir= --libexecdir= --libdir= --includedir= --sysconfdir= --localstatedir=
        --datarootdir= --datadir= --mandir= --docdir= --program-prefix= --program-suffix= --version`,
      operand: (word) => (word.includes("=") ? "sets which programs the build starts, or with what" : undefined)
    }
  },
  { names: ["gyp"], facts: projectFacts }
]
