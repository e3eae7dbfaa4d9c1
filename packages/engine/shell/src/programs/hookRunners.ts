import { alone } from "./alone.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { projectFacts } from "./sharedFacts.ts"

const settings = "reads other settings, which name what is started"
const hooks = "starts the hooks of the project"
const changing: ClosedList = { asks: "changes which hooks there are" }

/** Programs that start the checks of a project before a commit. Sources: the manual of each. */
export const hookRunners: ReadonlyArray<Program> = [
  {
    names: ["pre-commit"],
    facts: projectFacts,
    closed: {
      source: "pre-commit --help, and the help of each command, of pre-commit 3",
      options: "-hV --version",
      alone: alone(hooks, ["-V"]),
      subcommands: {
        run: {
          asks: hooks,
          options: `-av -o= -s= --all-files --color= --fail-fast --files= --from-ref= --hook-stage= --to-ref= --origin=
            --source= --show-diff-on-failure --verbose --remote-branch= --local-branch= --commit-msg-filename=
            --checkout-type= --is-squash-merge --rewrite-command=`,
          dangers: [danger(settings, "-c= --config=")]
        },
        "validate-config validate-manifest sample-config help": { options: "--color=" },
        "install uninstall autoupdate gc clean migrate-config init-templatedir install-hooks try-repo hook-impl": {
          ...changing,
          options:
            "-tf -t= --hook-type= --install-hooks --overwrite --color= --allow-missing-config --bleeding-edge --freeze -j= --jobs=",
          dangers: [danger(settings, "-c= --config= --repo=")]
        }
      }
    },
    synonyms: [["-c", "--config"]]
  },
  {
    names: ["husky"],
    facts: projectFacts,
    closed: {
      source: "husky, of husky 4 to 9",
      options: "-hv --version",
      subcommands: { "init install uninstall add set": changing }
    }
  },
  {
    names: ["lint-staged"],
    facts: projectFacts,
    closed: {
      source: "lint-staged --help, of lint-staged 15",
      skipsDashes: true,
      options: `-hVdqrv -p= --version --allow-empty --concurrent= --debug --diff= --diff-filter= --max-arg-length=
        --quiet --relative --verbose --no-hide-partially-staged --stash --fail-on-changes --continue-on-error`,
      dangers: [
        danger(settings, "-c= --config="),
        danger("works in another folder, whose orders then count", "--cwd="),
        danger("starts a shell", "-x=? --shell=?"),
        danger("keeps no copy of what is changed", "--no-stash --no-revert")
      ]
    },
    synonyms: [["-c", "--config"]]
  },
  {
    names: ["lefthook"],
    facts: projectFacts,
    closed: {
      source: "lefthook help, of lefthook 1.10",
      everywhere: true,
      options: "-hvV --verbose --colors=? --no-colors --version",
      subcommands: {
        "dump validate version check-install help completion": { options: "-fj --full --format= --json" },
        run: {
          asks: hooks,
          options: `-fn --all-files --commands= --jobs= --tags= --exclude= --file= --files= --files-from-stdin --force
            --no-auto-install --no-tty --skip-lfs --no-stage-fixed --fail-on-changes=?`
        },
        "install uninstall add self-update": { ...changing, options: "-f --force --dirs -a --aggressive" }
      }
    }
  }
]
