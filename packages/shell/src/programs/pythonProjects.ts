import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { changes, installs, projectFacts, publishes } from "./sharedFacts.ts"

const elsewhere = "works in another folder, whose orders then count"
const uvOptions = `-hnqvV -p= --all-extras --all-groups --all-packages --color= --dev --extra= --exact --frozen
  --group= --locked --no-cache --no-default-groups --no-dev --no-extra= --no-group= --no-progress --no-sync --offline
  --only-dev --only-group= --package= --python= --quiet --resolution= --upgrade --verbose --version --dry-run
  --format= --outdated --tree --depth= --prune= --invert --universal --system`
const uvDangers = [
  danger(
    "chooses where packages come from",
    `--default-index= --index= -i= --index-url= --extra-index-url= -f= --find-links= --allow-insecure-host=
      --index-strategy= --keyring-provider=`
  ),
  danger(elsewhere, "--directory= --project= --config-file= --cache-dir= --env-file= --no-config --isolated --script"),
  danger(
    "installs packages, whose code runs",
    `--with= -w= --with-editable= --with-requirements= --from= -r= --requirement= --requirements= -e= --editable= -c=
      --constraint= --constraints= --overrides= --build-constraints= -b=`
  ),
  danger("writes to another folder", "-t= --target= --prefix= --output-file= -o= --root=")
]
/** A Python is named by its version. */
const uvValue = (option: string, value: string) =>
  /^-(?:p|-python)$/.test(option) && value.includes("/") ? "starts a program" : undefined

const uvList = (more: ClosedList): ClosedList => ({ options: uvOptions, dangers: uvDangers, value: uvValue, ...more })

const uv: ClosedList = {
  source: "uv help, of uv 0.5",
  options: uvOptions,
  dangers: uvDangers,
  subcommands: {
    run: uvList({
      asks: "starts a program",
      dangers: [...uvDangers, danger("is code, or is followed by code", "-m=> --module=>")],
      rest: "command"
    }),
    "tree version help": uvList({}),
    pip: {
      ...uvList({}),
      subcommands: { "list show freeze check tree": uvList({}), "install uninstall sync compile": installs }
    },
    python: { subcommands: { "list find dir": uvList({}), "install uninstall pin upgrade": installs } },
    tool: {
      subcommands: {
        "list dir": uvList({}),
        run: uvList({ asks: "installs and starts a program", rest: "script" }),
        "install uninstall upgrade update-shell": installs
      }
    },
    cache: { subcommands: { "dir size": {}, "clean prune": changes } },
    "sync lock add remove venv init build export": uvList({ asks: installs.asks ?? "" }),
    publish: publishes,
    self: installs,
    auth: publishes
  }
}

const poetry: ClosedList = {
  source: "poetry list, of Poetry 1.8",
  everywhere: true,
  options: "-hnqvV --ansi --no-ansi --no-interaction --no-plugins --no-cache --quiet --verbose --version",
  dangers: [danger(elsewhere, "-C= --directory= -P= --project=")],
  subcommands: {
    run: { asks: "starts a program", rest: "command" },
    "show check about help list": {
      options: "-alot --all --latest --outdated --top-level --tree --with= --without= --only= --lock --strict --why"
    },
    env: {
      subcommands: { "list info": { options: "-pe --path --full-path --executable" }, "use remove activate": installs }
    },
    config: { asks: "shows or changes settings and tokens" },
    "install add remove update lock sync self build export init new shell source version cache": {
      ...installs,
      options:
        "--no-root --with= --without= --only= --sync --no-dev --all-extras --extras= -E= --dry-run --compile -D -G= --group= --dev --lock --no-update --regenerate"
    },
    publish: publishes
  }
}

/** Programs that manage projects in Python. Sources: the manual of each. */
export const pythonProjects: ReadonlyArray<Program> = [
  { names: ["uv"], facts: projectFacts, closed: uv },
  {
    names: ["uvx", "pipx"],
    facts: projectFacts,
    closed: {
      source: "uv help tool run; pipx --help",
      options: uvOptions,
      dangers: uvDangers,
      rest: "script",
      subcommands: { "list environment": {}, "run install uninstall upgrade inject ensurepath": installs },
      otherwise: "command"
    }
  },
  { names: ["poetry"], facts: projectFacts, closed: poetry },
  {
    names: ["pdm", "hatch", "easy_install", "virtualenv"],
    facts: projectFacts,
    valued: "tircefp",
    dangers: [
      danger(
        "chooses where packages come from",
        "-i --index-url --extra-index-url -f --find-links -e --editable -r --requirement -c --constraint"
      ),
      danger("writes to another folder", "-t --target --prefix --root --src --log -d --dest"),
      danger("installs packages, whose scripts run", "install download wheel add sync"),
      danger("starts a program", "run tool exec")
    ],
    synonyms: [
      ["-r", "--requirement"],
      ["-e", "--editable"],
      ["-i", "--index-url"],
      ["-t", "--target"]
    ]
  }
]
