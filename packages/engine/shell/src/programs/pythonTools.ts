import { strangePackage } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { projectFacts, starts } from "./sharedFacts.ts"

const elsewhere = "works in another folder, whose orders then count"
const settings = "reads other orders or settings"
const writes = "writes a file"
const acts: ClosedList = { asks: "changes what is installed, published or kept" }

/** Programs that test, measure, document and install projects in Python. Sources: the manual of each. */
export const pythonTools: ReadonlyArray<Program> = [
  {
    names: ["tox"],
    facts: projectFacts,
    closed: {
      source: "tox --help, of tox 4",
      options: `-hqvlapr -e= -f= -m= -v -q --version --skip-missing-interpreters=? --notest --sdistonly --recreate
        --showconfig --listenvs --listenvs-all --parallel=? --parallel-live  --colored=
        --no-recreate-pkg --skip-pkg-install --discover=`,
      dangers: [
        danger(
          settings,
          `-c= --conf= --root= --workdir= -x= --override= --force-dep= --installpkg= --pre --devenv= -i= --index-url=`
        )
      ],
      subcommands: {
        "list l config c depends de schema quickstart": {},
        "run r run-parallel p legacy le": { options: "-e= -f= -m= --notest --recreate -r" },
        "devenv d exec e": starts
      },
      otherwise: "script"
    },
    synonyms: [["-c", "--conf"]]
  },
  {
    names: ["nox"],
    facts: projectFacts,
    closed: {
      source: "nox --help, of nox 2024",
      options: `-hlrRtxk= -s= -e= -p= -k= -t= --session= --sessions= --keywords= --list --reuse-existing-virtualenvs
        --no-install --stop-on-first-error --error-on-missing-interpreters --non-interactive --pythons= --tags=
        --version --verbose -v`,
      dangers: [
        danger(
          settings,
          `-f= --noxfile= --envdir= --default-venv-backend= --force-venv-backend= --extra-pythons= --report= -db= -fb=`
        )
      ]
    },
    synonyms: [["-f", "--noxfile"]]
  },
  {
    names: ["conda", "mamba", "micromamba"],
    facts: projectFacts,
    closed: {
      source: "conda --help, of conda 24",
      options: "-hvV --version --verbose",
      subcommands: {
        "list info search doctor": {
          options: `-aenfp= -n= -c= --all --envs --json --explicit --export --full-name --no-pip --revisions -s --base`
        },
        env: { subcommands: { list: { options: "--json" }, "create remove update export config": acts } },
        config: {
          options: "--show=? --show-sources --json --get=?",
          dangers: [
            danger(
              "changes settings",
              `--add== --set== --append== --prepend== --remove== --remove-key= --env --system --file= --stdin
                --write-default`
            )
          ]
        },
        run: {
          asks: "starts a program",
          options: "-vn= -n= --no-capture-output --live-stream",
          dangers: [danger(elsewhere, "-p= --prefix= --cwd=")],
          rest: "command"
        },
        "install create remove uninstall update upgrade clean activate deactivate init build package rename notices repoquery":
          { ...acts, operand: strangePackage }
      }
    }
  },
  {
    names: ["pipenv"],
    facts: projectFacts,
    closed: {
      source: "pipenv --help",
      options: "-hqv --version --where --venv --py --quiet --verbose",
      subcommands: {
        run: { asks: "starts a program", rest: "command" },
        "graph check verify scripts audit": { options: "--bare --json --json-tree --reverse" },
        "install uninstall lock sync update upgrade shell clean open requirements": { ...acts, operand: strangePackage }
      }
    }
  },
  {
    names: ["coverage", "coverage3"],
    facts: projectFacts,
    closed: {
      source: "coverage help, of coverage.py 7",
      options: "--version -h",
      subcommands: {
        "report html xml json lcov annotate combine": {
          options: `-imq --show-missing -m --skip-covered --skip-empty --sort= --precision= --fail-under= --format=
            --include= --omit= --contexts= --no-skip-covered --quiet -i --ignore-errors --title= --pretty-print`,
          dangers: [
            danger(settings, "--rcfile= --data-file= --debug="),
            danger(writes, "-d= --directory= -o= --keep --append")
          ]
        },
        run: {
          asks: "starts the project's code",
          options: `-ap --append --branch --parallel-mode --source= --omit= --include= --timid --context=
            --concurrency= -L --pylib`,
          dangers: [danger(settings, "--rcfile= --data-file= --save-signal="), danger("is followed by code", "-m=>")],
          rest: "script"
        },
        "erase debug": acts,
        help: {}
      }
    }
  },
  {
    names: ["sphinx-build"],
    facts: projectFacts,
    closed: {
      source: "sphinx-build --help, of Sphinx 7",
      options: `-aEhjnNqQTvWb= -b= -j= -t= -M= --keep-going --nitpicky --fail-on-warning --color --no-color --version`,
      dangers: [
        danger(settings, "-c= -C -D= -A= --conf-dir= --define= --html-define="),
        danger(writes, "-d= -w= --doctree-dir= --warning-file= -P --pdb")
      ]
    }
  }
]
