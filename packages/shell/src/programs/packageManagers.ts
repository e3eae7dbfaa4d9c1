import { type DangerousWord, danger, type Fact, type Program, type ProgramFacts } from "./Program.ts"

const facts = (source: string, folder?: string): ProgramFacts => ({
  startsPrograms: { reason: "starts the scripts of packages and projects", source },
  writesFiles: { reason: "writes what it installs and builds", source },
  reachesNetwork: { reason: "fetches packages", source },
  ...(folder === undefined
    ? {}
    : { folderDecides: { reason: `takes orders from ${folder} of the folder that it runs in`, source } satisfies Fact })
})

const elsewhere = "works in another folder, whose scripts then count"

const npm: Omit<Program, "names"> = {
  facts: facts("npm-run-script(1), npm-exec(1), npm-install(1), and the manuals of pnpm, yarn and bun", "package.json"),
  dangers: [
    danger(elsewhere, "-C", "--prefix", "--dir", "--cwd", "--workspace-root", "-g", "--global"),
    danger("starts a program", "-c", "--call", "--shell-mode", "--script-shell", "--node-options"),
    danger(
      "chooses where packages or settings come from",
      "--registry",
      "--userconfig",
      "--globalconfig",
      "-p",
      "--package",
      "-y",
      "--yes"
    )
  ],
  synonyms: [
    ["-g", "--global"],
    ["-C", "--prefix", "--dir", "--cwd"],
    ["-y", "--yes"],
    ["-D", "--save-dev"]
  ]
}

/** Subcommands of npm and its like that run a script of the project by its name. */
const scriptRunners: ReadonlySet<string> = new Set(["run", "run-script", "test", "t", "start", "stop", "restart"])

const npmSubcommands = [
  danger("starts a program", "exec", "x", "dlx", "explore", "init", "create"),
  danger(
    "installs packages, whose scripts run",
    "install",
    "i",
    "ci",
    "add",
    "update",
    "upgrade",
    "up",
    "rebuild",
    "link",
    "it"
  ),
  danger("publishes", "publish", "unpublish", "deprecate", "dist-tag", "owner", "access", "token", "login"),
  danger("changes settings, which can name programs to start", "config", "set", "pkg")
]

const subcommandsIn = (words: ReadonlyArray<string>): ReadonlyArray<DangerousWord> =>
  words.flatMap((word) =>
    npmSubcommands.flatMap(({ options, reason }) => (options.includes(word) ? [{ word, reason }] : []))
  )

/** Package managers: what they install is code that runs. Sources: the manual of each. */
export const packageManagers: ReadonlyArray<Program> = [
  {
    ...npm,
    names: ["npm", "pnpm", "yarn", "bun"],
    // After `run NAME` the words are the script's. Behind an option nobody knows which word is the subcommand: any may be.
    inspect: (words) => (scriptRunners.has(words[0] ?? "") ? [] : subcommandsIn(words))
  },
  { ...npm, names: ["npx", "pnpx", "bunx", "corepack"], inspect: subcommandsIn },
  {
    names: [
      "pip",
      "pip3",
      "pipx",
      "uv",
      "uvx",
      "poetry",
      "pdm",
      "hatch",
      "conda",
      "mamba",
      "micromamba",
      "easy_install",
      "tox",
      "nox",
      "virtualenv"
    ],
    facts: facts("the manuals of pip, pipx, uv, poetry and conda", "pyproject.toml and its like"),
    valued: "tircefp",
    dangers: [
      danger(
        "chooses where packages come from",
        "-i",
        "--index-url",
        "--extra-index-url",
        "-f",
        "--find-links",
        "-e",
        "--editable",
        "-r",
        "--requirement",
        "-c",
        "--constraint"
      ),
      danger("writes to another folder", "-t", "--target", "--prefix", "--root", "--src", "--log", "-d", "--dest"),
      danger("installs packages, whose scripts run", "install", "download", "wheel", "add", "sync"),
      danger("starts a program", "run", "tool", "exec")
    ],
    synonyms: [
      ["-r", "--requirement"],
      ["-e", "--editable"],
      ["-i", "--index-url"],
      ["-t", "--target"]
    ]
  },
  {
    names: ["cargo", "rustup", "rustc"],
    facts: facts("cargo(1), the manual of rustc", "Cargo.toml, build.rs and .cargo/config.toml"),
    valued: "CZpFjo",
    dangers: [
      danger("sets configuration, which can name programs to start", "--config", "-C", "-Z"),
      danger(elsewhere, "--manifest-path", "--target-dir", "--root", "--path", "--git"),
      danger("writes a file", "-o", "--out-dir", "--emit"),
      danger("installs or publishes", "install", "publish", "yank", "login", "owner"),
      danger("starts a program", "run", "r", "test", "t", "bench", "build", "b", "check", "c", "doc", "fix")
    ],
    synonyms: []
  },
  {
    names: [
      "gem",
      "bundle",
      "bundler",
      "rake",
      "rails",
      "composer",
      "mix",
      "rebar3",
      "cabal",
      "stack",
      "opam",
      "nix",
      "nix-shell",
      "nix-build",
      "nix-env",
      "guix",
      "swift",
      "dart",
      "flutter",
      "dotnet",
      "nuget",
      "sbt",
      "lein",
      "luarocks",
      "cpan",
      "cpanm",
      "vcpkg",
      "conan",
      "deno"
    ],
    facts: facts("the manual of each", "the project's files")
  },
  {
    names: [
      "apt",
      "apt-get",
      "aptitude",
      "dpkg",
      "yum",
      "dnf",
      "rpm",
      "zypper",
      "pacman",
      "apk",
      "brew",
      "port",
      "snap",
      "flatpak",
      "emerge",
      "xbps-install",
      "pkg"
    ],
    facts: facts("apt-get(8), dpkg(1), dnf(8), rpm(8), pacman(8), brew(1)"),
    dangers: [
      danger(
        "sets configuration, which can name programs to start",
        "-o",
        "--option",
        "-c",
        "--config-file",
        "--config"
      ),
      danger("works on another root", "--root", "-R", "--root-dir", "--admindir", "--instdir")
    ]
  },
  {
    names: [
      "asdf",
      "mise",
      "rtx",
      "nvm",
      "fnm",
      "volta",
      "pyenv",
      "rbenv",
      "sdk",
      "direnv",
      "pre-commit",
      "husky",
      "lint-staged",
      "lefthook"
    ],
    facts: facts("the manual of each", "the project's files")
  }
]
