import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("the manual of each", {
  startsPrograms: "starts the programs that it chooses, and the scripts of plugins",
  writesFiles: "writes what it installs",
  reachesNetwork: "fetches toolchains",
  folderDecides: "takes orders from the project's files of the folder that it runs in"
})

const elsewhere = "works in another folder, whose orders then count"
const sources = "chooses where toolchains come from or are"
const changing: ClosedList = { asks: "changes which programs there are, or are started" }
const task = "starts the project's orders"
const starting: ClosedList = { asks: "starts a program", rest: "command" }
const chosen: ClosedList = { ...starting, before: 1 }

const mise: ClosedList = {
  source: "mise --help, of mise 2024",
  everywhere: true,
  options: "-hqvVy --quiet --silent --verbose --version --yes --no-config --raw",
  dangers: [
    danger(elsewhere, "-C= --cd="),
    danger("chooses which orders and programs count", "-E= --env= -P= --profile= -t= --tool=")
  ],
  subcommands: {
    "ls list current which where ls-remote list-remote latest outdated doctor dr version registry bin-paths search help":
      {
        options: `-bcgiJlm --bump --current --global --installed --json --missing --no-header --prefix= --local --all
          --plugin --version --active --outdated --prunable --offline`
      },
    "tasks task t": {
      options: "-xgJl --extended --global --hidden --json --local --no-header --sort= --sort-order=",
      subcommands: {
        "ls deps info validate": { options: "-J --json --hidden --dot" },
        "add edit run r": { asks: task }
      }
    },
    "settings config cfg plugins plugin p alias aliases a": {
      options: "-aJlu --all --json --local --names --urls --user --core --no-header",
      subcommands: {
        "ls list get": { options: "-J --json --names --all" },
        "set unset add install i uninstall update up link ln rm remove ls-remote generate g": changing
      }
    },
    "run r": {
      asks: task,
      rest: "script",
      options:
        "-nfpikS -j= -o= --dry-run --force --prefix --interleave --jobs= --output= --no-timings --timings --no-cache",
      dangers: [danger(elsewhere, "-C= --cd="), danger("starts a shell", "-s= --shell=")]
    },
    "exec x": {
      asks: "starts a program",
      rest: "behind dashes",
      options: "-j= --jobs= --raw",
      dangers: [danger("starts a command in a shell", "-c= --command=")],
      operand: (word) => (/^[\w:/@.-]+$/.test(word) ? undefined : "is no tool and its version")
    },
    "install i use u upgrade up uninstall unuse remove rm set unset trust untrust activate deactivate shell sh sync watch w self-update prune implode link ln reshim env e edit generate gen g cache backends b hook-env en fmt test-tool tool":
      changing
  }
}

const shims = (options: string): ClosedList => ({
  options: `--version -v ${options}`,
  subcommands: {
    "versions version version-name version-file version-origin version-file-read which whence prefix root commands help shims latest":
      { options: "--bare --skip-aliases --skip-envs --nosystem --known -k --usage -s --complete --path --short -q -b" },
    install: {
      ...changing,
      options: "-lfskvg -L --list --force --skip-existing --keep --verbose --debug --list-all --version",
      dangers: [danger("reads a patch, and changes what is built", "-p --patch")],
      operand: (word) => (/[/\\]/.test(word) ? "is a file of orders" : undefined)
    },
    exec: starting,
    "local global shell uninstall rehash init virtualenv virtualenvs virtualenv-init virtualenv-delete activate deactivate update doctor hooks completions version-file-write":
      changing
  }
})

/** Programs that choose which version of a language or a tool is started. Sources: the manual of each. */
export const toolVersions: ReadonlyArray<Program> = [
  {
    names: ["asdf"],
    facts,
    closed: {
      source: "asdf help, of asdf 0.14 and 0.16",
      options: "--version -v",
      subcommands: {
        "current list latest where which info help version": { options: "--all --no-header" },
        "plugin plugins": {
          subcommands: {
            list: { options: "--urls --refs", subcommands: { all: {} } },
            "add remove update test push": changing
          }
        },
        exec: starting,
        env: chosen,
        "install uninstall global local shell set update reshim shimversions shim-versions plugin-add plugin-remove plugin-update plugin-test completion":
          changing
      }
    }
  },
  { names: ["mise", "rtx"], facts, closed: mise },
  {
    // The words after `:::` are a further task, whichever program reads the words of the first.
    names: ["mise", "rtx"],
    inspect: (words) => words.flatMap((word) => (word === ":::" ? [{ word, reason: "begins another task" }] : []))
  },
  {
    names: ["nvm"],
    facts,
    closed: {
      source: "nvm --help, of nvm 0.40",
      style: "words",
      options: "--version --no-colors --silent --help",
      subcommands: {
        "ls list ls-remote list-remote current which version version-remote help": {
          options: "--no-colors --no-alias --lts=? --silent"
        },
        "use install i": {
          ...changing,
          options: "--lts=? --silent --default --latest-npm --no-progress --skip-default-packages -b",
          dangers: [
            danger(sources, "-s --reinstall-packages-from=? --alias=? --offline"),
            danger("saves the version", "-w --save")
          ]
        },
        "exec run": chosen,
        "alias unalias uninstall deactivate unload reinstall-packages install-latest-npm cache set-colors": changing
      }
    }
  },
  {
    names: ["fnm"],
    facts,
    closed: {
      source: "fnm --help, of fnm 1.37",
      everywhere: true,
      options: "-hV --version --log-level= --arch= --resolve-engines=? --version-file-strategy=",
      dangers: [danger(sources, "--node-dist-mirror= --fnm-dir= --multishell-path= --corepack-enabled")],
      subcommands: {
        "list ls list-remote ls-remote current help completions": {
          options: "--filter= --lts=? --sort= --latest --shell="
        },
        "use install i": {
          ...changing,
          options: "--install-if-missing --silent-if-unchanged --lts --latest --progress="
        },
        exec: { asks: "starts a program", rest: "command", options: "--using=" },
        "uninstall default alias unalias env": changing
      }
    }
  },
  {
    names: ["volta"],
    facts,
    closed: {
      source: "volta help, of Volta 2",
      options: "-vh --verbose --very-verbose --quiet --version",
      subcommands: {
        "list ls which help": { options: "-cd --current --default --format= --verbose --quiet" },
        run: {
          ...starting,
          options: "--node= --npm= --yarn= --pnpm= --bundled-npm --no-yarn --no-pnpm",
          dangers: [danger("sets a variable", "--env=")]
        },
        "install uninstall pin fetch setup use completions": changing
      }
    }
  },
  { names: ["pyenv"], facts, closed: { source: "pyenv help, of pyenv 2.4", ...shims("") } },
  { names: ["rbenv"], facts, closed: { source: "rbenv(1), of rbenv 1.2", ...shims("") } },
  {
    names: ["sdk"],
    facts,
    closed: {
      source: "sdk help, of SDKMAN 5",
      options: "",
      subcommands: {
        "list ls current c version v help home h": {},
        "install i uninstall rm use u default d env e upgrade ug update selfupdate flush offline broadcast config":
          changing
      }
    }
  },
  {
    names: ["direnv"],
    facts,
    closed: {
      source: "direnv(1), of direnv 2.32",
      options: "--version",
      subcommands: {
        "status version help stdlib hook show_dump": { options: "--json" },
        exec: chosen,
        "allow permit grant deny block revoke edit reload prune export fetchurl apply_dump dotenv watch watch-dir watch-list watch-print dump current log":
          { asks: "changes which orders count, or shows what they set" }
      }
    }
  }
]
