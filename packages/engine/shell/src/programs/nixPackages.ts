import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { installs, projectFacts } from "./sharedFacts.ts"

const sources = "chooses where packages come from"
const settings = "sets configuration, which can name programs to start"
const starts = "starts the project's orders or code"
const evaluates = "evaluates code"
const running: ClosedList = { asks: starts }

const nixDangers = [
  danger(evaluates, "-E= --expr= -I= --include= --arg== --argstr== -f= --file= --impure --apply= --eval-store="),
  danger(settings, "--option== --accept-flake-config --builders= --store= --substituters= --extra-*=? --sandbox=?"),
  danger(sources, "--override-input== --override-flake== --inputs-from= --reference-lock-file= --recreate-lock-file"),
  danger("writes a file", "-o= --out-link= --profile= --log-format= --output-lock-file= --debugger --redirect==")
]
/**
 * Returns the reason why an installable does harm, or `undefined` for a flake or an expression of the folder or of the
 * registry.
 */
const installable = (word: string) =>
  word.startsWith("..") || !/^[\w./@#^+*-]+$/.test(word) || isOutside(word)
    ? "is fetched from elsewhere, or evaluated"
    : undefined

const nixOptions = `-kKLqvQ -A= -j= --attr= --cores= --dry-run --fallback --json --keep-failed --keep-going
  --max-jobs= --no-link --no-out-link --no-update-lock-file --no-write-lock-file --offline --print-build-logs
  --print-out-paths --quiet --rebuild --refresh --show-trace --system= --timeout= --verbose --version --raw`
const nixList = (more: ClosedList): ClosedList => ({
  options: nixOptions,
  dangers: nixDangers,
  operand: installable,
  ...more
})

const nix: ClosedList = {
  source: "nix(1), and the page of each command, of Nix 2.8",
  everywhere: true,
  options: nixOptions,
  dangers: nixDangers,
  subcommands: {
    "path-info why-depends log show-derivation": nixList({
      options: `${nixOptions} -rsSh -a --recursive --size --closure-size --human-readable --all --precise`
    }),
    "show-config doctor help": {},
    flake: {
      subcommands: {
        "show metadata info": nixList({ options: `${nixOptions} --all-systems --legacy` }),
        check: nixList({ asks: starts, options: `${nixOptions} --no-build --all-systems` }),
        "update lock init new clone archive prefetch": { asks: "changes or fetches what is built from" }
      }
    },
    search: nixList({ options: `${nixOptions} -e= --exclude=` }),
    eval: nixList({ asks: evaluates }),
    build: nixList({ asks: starts }),
    "run bundle": nixList({ ...running, rest: "script" }),
    "develop shell": nixList({
      asks: "starts a shell or a program",
      options: `${nixOptions} -c=> --command=> -i --ignore-environment --build --check --configure --install`,
      dangers: [...nixDangers, danger("passes variables on", "--keep= -u= --unset= -s== --phase=")]
    }),
    profile: {
      subcommands: { "list history diff-closures": {}, "install remove upgrade rollback wipe-history": installs }
    },
    store: {
      subcommands: {
        "ls ping diff-closures": { options: "-lR --json --long --recursive" },
        "gc delete optimise repair copy-log sign verify add-file add-path cat dump-path prefetch-file": installs
      }
    },
    registry: { subcommands: { list: {}, "add pin remove": { asks: sources } } },
    hash: {},
    "fmt edit repl copy daemon upgrade-nix print-dev-env key realisation nar": running
  }
}

/** Package managers that build packages from expressions. Sources: the manual of each. */
export const nixPackages: ReadonlyArray<Program> = [
  { names: ["nix"], facts: projectFacts, closed: nix },
  {
    names: ["nix-build", "nix-shell"],
    facts: projectFacts,
    closed: {
      source: "nix-build(1), nix-shell(1), of Nix 2.8",
      options: `${nixOptions} --pure -p --packages`,
      dangers: [
        danger(evaluates, "-E --expr -I= --arg== --argstr== --exclude="),
        danger("starts a program", "--run= --command= -i= --keep="),
        ...nixDangers
      ],
      operand: installable
    }
  },
  {
    names: ["nix-env"],
    facts: projectFacts,
    closed: {
      source: "nix-env(1), of Nix 2.8",
      options: `-qaPscbv -A= --query --available --installed --attr-path --attr= --compare-versions --description --drv-path
        --json --list-generations --meta --no-name --out-path --prebuilt-only --status --system --version --xml`,
      dangers: [
        danger("installs or removes packages", "-iureSGm --install --upgrade --uninstall --set --set-flag= --rollback"),
        danger(
          "installs or removes packages",
          "--switch-generation= --switch-profile= --delete-generations --remove-all"
        ),
        danger(evaluates, "-E -f= --file= -I= --arg== --argstr== --from-expression --from-profile="),
        danger(settings, "--option== -p= --profile= --system-filter= --store=")
      ]
    }
  },
  {
    names: ["guix"],
    facts: projectFacts,
    closed: {
      source: "guix help, of Guix 1.4",
      options: "--version",
      dangers: [danger(sources, "-L= --load-path=")],
      subcommands: {
        "search show describe size help": { options: "-f= --format= --list-formats --sort=" },
        package: {
          options: `-A=? -I=? -l=? -s= --list-available=? --list-generations=? --list-installed=? --list-profiles
            --search= --search-paths=? --show=`,
          dangers: [
            danger(
              "installs or removes packages",
              "-ruim=? -S= -d=? --install=? --remove=? --upgrade=? --switch-generation=?"
            ),
            danger(
              "installs or removes packages",
              "--manifest=? --delete-generations=? --roll-back -e= -f= -L= --load-path=? -p= --profile=?"
            )
          ]
        },
        build: {
          asks: starts,
          options: "-nKkvq -c= -M= --dry-run --cores= --max-jobs= --keep-failed --keep-going --verbosity= --no-grafts"
        },
        "shell environment": {
          asks: "starts a shell or a program",
          options: "-DCFN --development --pure --container",
          rest: "behind dashes"
        },
        "install remove upgrade pull system home gc pack deploy edit lint refresh download hash import repl time-machine archive copy challenge publish weather graph git offload processes style container":
          installs
      }
    }
  }
]
