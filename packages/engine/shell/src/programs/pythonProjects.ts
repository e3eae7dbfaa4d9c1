import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
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
/** Returns the reason why the name of a Python does harm, or `undefined` for a version. */
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
    "sync lock add remove venv init build export": uvList(installs),
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

const pdm: ClosedList = {
  source: "pdm --help, of PDM 2",
  options: "-hqvV --version --quiet --verbose --no-cache --ignore-python",
  dangers: [danger(elsewhere, "-c= --config= -p= --project=")],
  subcommands: {
    run: {
      asks: "starts a program",
      rest: "command",
      options: "-lqv --list --json --quiet --verbose --recreate",
      dangers: [danger(elsewhere, "-p= --project= --venv= -s --site-packages")]
    },
    "list show outdated info": {
      options: `-qv --tree --graph --freeze --json --csv --markdown --fields= --sort= --include= --exclude= --reverse --resolve
        --python --where --packages --name --version --summary --license --platform --keywords --env`,
      dangers: [danger(elsewhere, "-p= --project= -g --global --venv=")]
    },
    venv: { options: "--path= --python=", subcommands: { list: {}, "create remove activate purge": installs } },
    "install sync lock add remove update": {
      ...installs,
      options: `-dqvG= --dev --group= --prod --production --no-self --no-editable --frozen-lockfile --no-lock --check
        --dry-run --no-isolation --quiet --verbose --with= --without= --no-default --clean --update-reuse`
    },
    "build export init new import use self plugin cache fix config completion python": installs,
    publish: publishes
  }
}

const hatch: ClosedList = {
  source: "hatch --help, of Hatch 1.12",
  options: "-hqv --quiet --verbose --color --no-color --interactive --no-interactive --version -e= --env=",
  dangers: [danger(elsewhere, "-p= --project= --config= --data-dir= --cache-dir=")],
  subcommands: {
    status: {},
    version: { operands: { from: 1, reason: "becomes the version" } },
    env: {
      subcommands: { "show find": { options: "-i --ascii --json --internal" }, "create remove prune run": installs }
    },
    dep: {
      subcommands: {
        "hash show": {
          options: "-pf --project-only --env-only",
          subcommands: { "table requirements": { options: "-pel --project-only --env-only --lines --ascii" } }
        }
      }
    },
    project: { subcommands: { metadata: {} } },
    test: {
      asks: "starts the project's code",
      options: `-acdklprs -i= -py= -x= --all --cover --cover-quiet --doctest --exclude= --include= --parallel --python= --randomize
        --retries= --retry-delay= --show`
    },
    fmt: {
      ...changes,
      options: "-clf --check --linter --formatter --preview",
      dangers: [danger("writes a file", "--sync")]
    },
    run: { asks: "starts a program", rest: "command" },
    "shell build clean new python self config": { ...installs, options: "-ct= --target= --clean --hooks-only" },
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
  { names: ["pdm"], facts: projectFacts, closed: pdm },
  { names: ["hatch"], facts: projectFacts, closed: hatch },
  {
    names: ["virtualenv"],
    facts: projectFacts,
    closed: {
      source: "virtualenv(1), of virtualenv 20",
      options: `-hqvp= --activators= --copies --always-copy --symlinks --never-download --no-download --no-pip --no-seed
        --no-setuptools --no-wheel --pip= --prompt= --python= --quiet --setuptools= --system-site-packages --verbose
        --version --wheel= --without-pip --symlink-app-data`,
      value: uvValue,
      dangers: [
        danger("deletes what the folder holds", "--clear --clear-app-data --reset-app-data"),
        danger("chooses where packages come from", "--extra-search-dir= --download --app-data= --seeder="),
        danger("loads code", "--discovery= --creator= --try-first-with=")
      ],
      operand: (word) => (isOutside(word) ? "is written outside of the folder" : undefined)
    },
    synonyms: [["-p", "--python"]]
  }
]
