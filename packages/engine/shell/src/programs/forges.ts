import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const acts: ClosedList = { asks: "acts on the service" }
const credentials: ClosedList = { asks: "shows or changes the credentials" }
const folder: ClosedList = { asks: "changes the folder, or publishes" }
const remote = factsOf("the manual of each", {
  reachesNetwork: "acts on a remote service with stored credentials",
  startsPrograms: "starts extensions, editors and pagers",
  writesFiles: "writes what it fetches",
  folderDecides: "reads the settings of the repository"
})

const elsewhere = danger("acts on another repository", "-R= --repo=")
const opens = danger("opens a browser", "-w --web")

const shown: ClosedList = {
  options: `-acdmMACF= -P= -p= -l= -s= -o= -S= -b= -r= -u= -g= -t= -n= -j= --output= --output-format= --page=
    --per-page= --all --closed --merged --draft --not-draft --assignee= --author= --reviewer= --label= --not-label=
    --milestone= --search= --state= --source-branch= --target-branch= --source= --status= --ref= --sort= --order=
    --order-by= --scope= --group= --mine --comments --system-logs --color= --raw --confidential --in= --issue-type=
    --pipeline-id= --branch= --live --with-job-details --with-variables --created-after= --created-before= --username=
    --name= --orderBy=`,
  dangers: [elsewhere, opens]
}
const written: ClosedList = {
  ...acts,
  options: `-t= -d= -l= -a= -b= -s= -m= -y -f --title= --description= --label= --unlabel= --assignee= --unassign
    --reviewer= --milestone= --draft --ready --wip --source-branch= --target-branch= --remove-source-branch --squash
    --squash-before-merge --squash-message= --message= --fill --fill-commit-body --yes --auto-merge --rebase
    --related-issue= --create-source-branch --weight= --due-date= --confidential --no-editor --unique --sha=
    --when-pipeline-succeeds --push --variables= --ref=`,
  dangers: [
    elsewhere,
    opens,
    danger("opens an editor", "--editor --recover"),
    danger("sends what a file holds", "-F= --from-file= --variables-from=")
  ]
}

const glab: ClosedList = {
  skipsDashes: true,
  source: "glab --help, and that of each subcommand, of glab 1.50",
  everywhere: true,
  options: "-v --version",
  subcommands: {
    mr: {
      subcommands: {
        "list ls view show diff issues approvers": shown,
        "create new update note comment close reopen approve revoke merge accept rebase subscribe unsubscribe todo for delete":
          written,
        "checkout co": folder
      }
    },
    issue: {
      subcommands: {
        "list ls view show": shown,
        board: { subcommands: { view: shown, create: acts } },
        "create new update note comment close reopen subscribe unsubscribe delete del": written
      }
    },
    "ci pipe pipeline": {
      subcommands: {
        "list status get trace view stats": shown,
        lint: { ...shown, options: "--dry-run --include-jobs --ref=" },
        config: { subcommands: { compile: {} } },
        "run create retry trigger cancel delete run-trig": written,
        artifact: { asks: "writes files" }
      }
    },
    "release label snippet milestone incident schedule deploy-key iteration": {
      subcommands: {
        "list ls view get": shown,
        "create new edit update delete upload run close reopen note add": written,
        download: { asks: "writes files" }
      }
    },
    "repo project": {
      subcommands: {
        "list view search contributors": shown,
        "clone fork create delete archive transfer mirror publish members update": {
          asks: "changes the service, or writes a folder"
        }
      }
    },
    user: { subcommands: { events: shown } },
    "variable token securefile": {
      subcommands: { list: shown, "get set update delete export create revoke rotate download": credentials }
    },
    auth: {
      subcommands: {
        status: { options: "-a --all --hostname=" },
        "login logout configure-docker docker-helper dpop-gen": credentials
      }
    },
    config: {
      subcommands: {
        get: { options: "-g --global -h= --host=" },
        "set edit": { asks: "changes settings, which can name programs" }
      }
    },
    alias: { subcommands: { list: {}, "set delete": { asks: "changes which programs are started" } } },
    api: {
      asks: "sends any request to the service, with the stored credentials",
      options: "-i --include --paginate --silent --output=",
      dangers: [
        danger(
          "changes the service, or sends a file",
          "-X= --method= -f= --raw-field= -F= --field= --input= -H= --header="
        ),
        danger("asks another service", "--hostname=")
      ],
      operand: (word) =>
        /^graphql$|^[a-z]+:\/\//i.test(word) ? "may change the service, or ask another one" : undefined
    },
    "completion version help check-update changelog": { options: "-s= --shell=" },
    "ssh-key gpg-key duo stack cluster opentofu job mcp attestation": acts
  }
}

const hub: ClosedList = {
  source: "hub(1), of hub 2.14",
  options: "--version",
  dangers: [
    danger(
      "works in another folder, or with other settings",
      "-C= -c= --exec-path=? --git-dir= --work-tree= -p --paginate"
    )
  ],
  subcommands: {
    "ci-status version help": { options: "-v -f= --verbose --format= --color=?" },
    pr: {
      subcommands: {
        "list show": {
          options:
            "-s= -h= -b= -o= -f= -L= --state= --head= --base= --sort= --format= --limit= --color=? --sort-ascending"
        },
        "checkout merge": folder
      }
    },
    issue: {
      options: `-a= -s= -f= -M= -l= -d= -o= -L= --assignee= --state= --format= --milestone= --labels= --since= --sort=
          --limit= --include-pulls --color=?`,
      subcommands: { "show labels": { options: "-f= --format= --color=?" }, "create update transfer": acts }
    },
    release: {
      options: "-d -p -L= -f= --include-drafts --exclude-prereleases --limit= --format= --color=?",
      subcommands: { show: { options: "-d -f= --show-downloads --format=" }, "create edit delete download": acts }
    },
    "browse compare": { asks: "opens a browser" },
    "api gist delete": acts,
    "pull-request fork create push sync fetch clone init remote checkout merge am apply cherry-pick submodule alias":
      folder
  }
}

const git = danger("is an order that it runs as it starts, or another folder", "+*")

/** Programs that act on forges other than GitHub, and that show repositories. Sources: the manual of each. */
export const forges: ReadonlyArray<Program> = [
  { names: ["glab"], facts: remote, closed: glab, synonyms: [["-R", "--repo"]] },
  { names: ["hub"], facts: remote, closed: hub },
  {
    names: ["tig"],
    facts: factsOf("tig(1)", { startsPrograms: "starts git, editors and what its settings name" }),
    closed: {
      source: "tig(1), of tig 2.5",
      style: "words",
      options: `-v --version -h --all --stat -S* -G* -n= -p --oneline --no-merges --merges --first-parent --reverse
        --follow --since=? --until=? --after=? --before=? --author=? --grep=? --cached --staged --branches --tags
        --remotes -w -M --max-count=? --topo-order --date-order`,
      dangers: [git, danger("works in another folder", "-C* --git-dir=?")]
    }
  },
  {
    names: ["gitk", "lazygit", "gitui", "git-cola"],
    facts: factsOf("the manual of each", { startsPrograms: "starts git, editors and what its settings name" }),
    closed: {
      source: "gitk(1); lazygit --help, of lazygit 0.44; gitui --help, git-cola(1)",
      style: "words",
      options: `--all --version -v -h --since=? --until=? --max-count=? --date-order --merge --left-right --branches
        --tags --remotes --simplify-merges -c --config --print-config-dir -cd --first-parent`,
      dangers: [
        git,
        danger(
          "works in another folder, or with other settings",
          `-p= --path= -d= --directory= -w= --workdir= --work-tree= -g= --git-dir= -ucd= --use-config-dir= -ucf= --use-config-file=
            --argscmd=? -t= --theme= -l --logging --logfile= -r= --repo= --prompt -f= --filter= --debug`
        )
      ]
    }
  }
]
