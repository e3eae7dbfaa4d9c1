import type { ClosedList } from "./ClosedList.ts"
import { jqReason } from "./jqReason.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const acts = "acts on the service"
const sends = "sends what a file holds"
const remote = factsOf("the manual of each", {
  reachesNetwork: "acts on a remote service with stored credentials",
  startsPrograms: "starts extensions, plugins, pagers or scripts",
  writesFiles: "writes what it fetches, and its state",
  folderDecides: "reads the settings of the folder or the repository"
})

const opens = danger("opens a browser", "-w --web")
const elsewhere = "acts on another repository"

/** Returns the reason why a filter that jq evaluates does harm, or `undefined`. jq can read the environment. */
const filter = (option: string, value: string) => (/^-(?:q|-jq)$/.test(option) ? jqReason(value) : undefined)

const shown = "-q= -t= --jq= --json= --template="

const shows = (options = ""): ClosedList => ({
  options: `${shown} ${options}`,
  dangers: [opens, danger(elsewhere, "-R= --repo=")],
  value: filter
})

const lists =
  shows(`-a= -A= -b= -B= -d -e= -H= -l= -L= -m= -o= -S= -s= -u= --all --app= --assignee= --author= --base= --branch=
    --commit= --created= --draft --env= --event= --exclude-drafts --exclude-pre-releases --head= --key= --label=
    --limit= --mention= --milestone= --order= --org= --owner= --public --ref= --search= --secret --sort= --state=
    --status= --user= --visibility= --workflow= --archived --no-archived --fork --source --language= --topic= -c -r
    --repos`)

const does = (options: string, ...dangers: ReadonlyArray<ReturnType<typeof danger>>): ClosedList => ({
  asks: acts,
  options,
  dangers: [...dangers, opens, danger(elsewhere, "-R= --repo=")]
})

const written = [danger(sends, "-F= --body-file= --notes-file="), danger("opens an editor", "-e --editor")]
const edits = does(
  `-b= -m= -t= --add-assignee= --add-label= --add-project= --add-reviewer= --base= -B= --body= --milestone=
    --remove-assignee= --remove-label= --remove-milestone --remove-project= --remove-reviewer= --title=`,
  ...written
)
const creates = does(
  `-a= -b= -B= -d -f -H= -l= -m= -p= -r= -t= --assignee= --base= --body= --draft --dry-run --fill --fill-first
    --fill-verbose --head= --label= --milestone= --no-maintainer-edit --project= --reviewer= --title=`,
  ...written,
  danger("reads what an earlier run left", "--recover= -T= --template=")
)
const comments = does("-b= --body= --create-if-none --edit-last", ...written)
const closes = does("-c= -r= --comment= --reason= --undo")
const asks: ClosedList = { asks: acts }

const commands: ClosedList = {
  source: "gh help reference, of gh 2.23 and 2.60",
  everywhere: true,
  options: "--version",
  subcommands: {
    pr: {
      subcommands: {
        "list ls": lists,
        view: shows("-c --comments"),
        status: shows("-c --conflict-status"),
        diff: shows("-e= --color= --name-only --patch --exclude="),
        checks: shows("-i= --fail-fast --interval= --required --watch"),
        "create new": creates,
        edit: edits,
        comment: comments,
        review: does("-a -b= -c -r --approve --body= --comment --request-changes", ...written),
        "close reopen ready lock unlock": closes,
        "checkout co": {
          asks: "changes the files of the folder",
          options: "-b= -f --branch= --detach --force --recurse-submodules",
          dangers: [danger(elsewhere, "-R= --repo=")]
        },
        merge: does(
          `-b= -d -m -r -s -t= --auto --body= --delete-branch --disable-auto --match-head-commit= --merge --rebase
            --squash --subject=`,
          ...written,
          danger("passes over the rules of the repository", "--admin"),
          danger("signs with another name", "-A= --author-email=")
        ),
        "update-branch revert": asks
      }
    },
    issue: {
      subcommands: {
        "list ls": lists,
        view: shows("-c --comments"),
        status: shows(),
        "create new": creates,
        edit: edits,
        comment: comments,
        "close reopen lock unlock pin unpin": closes,
        "delete transfer develop": asks
      }
    },
    run: {
      subcommands: {
        "list ls": lists,
        view: shows("-a= -j= -v --attempt= --exit-status --job= --log --log-failed --verbose"),
        watch: shows("-i= --compact --exit-status --interval="),
        "rerun cancel delete": does("-j= -d --debug --failed --job= --force"),
        download: { asks: "writes files" }
      }
    },
    workflow: {
      subcommands: {
        "list ls": lists,
        view: shows("-r= -y --ref= --yaml"),
        "run enable disable": does("-f= -r= --raw-field= --ref= --json", danger(sends, "-F= --field="))
      }
    },
    release: {
      subcommands: {
        "list ls": lists,
        view: shows(),
        "create new edit upload delete delete-asset": asks,
        download: { asks: "writes files" }
      }
    },
    repo: {
      subcommands: {
        "list ls": lists,
        view: shows("-b= --branch="),
        "clone fork create new sync": { asks: "changes the service, or writes a folder", rest: "behind dashes" },
        "archive unarchive delete edit rename set-default deploy-key autolink garden": asks
      }
    },
    gist: {
      subcommands: {
        "list ls": lists,
        view: shows("-f= -r --filename= --files --raw"),
        "create new clone edit delete rename": asks
      }
    },
    label: { subcommands: { "list ls": lists, "create edit delete clone": asks } },
    search: {
      subcommands: {
        "repos issues prs commits code": { ...lists, options: `${lists.options} -R= --repo=`, dangers: [opens] }
      }
    },
    cache: { subcommands: { "list ls": lists, delete: asks } },
    ruleset: { subcommands: { "list ls view check": shows("-o= -p --org= --parents --default") } },
    status: { options: "-e= -o= --exclude= --org=" },
    auth: {
      subcommands: {
        status: { options: "-h= -a --active --hostname=", dangers: [danger("shows the token", "-t --show-token")] },
        "token login logout refresh setup-git switch": { asks: "shows or changes the credentials" }
      }
    },
    config: {
      subcommands: {
        "get list ls": { options: "-h= --host=" },
        "set clear-cache": { asks: "changes settings, which can name programs" }
      }
    },
    alias: { subcommands: { "list ls": {}, "set delete import": { asks: "changes which programs are started" } } },
    "extension ext extensions": {
      subcommands: {
        "list ls": {},
        search: lists,
        "browse create exec install remove upgrade": { asks: "installs or starts programs" }
      }
    },
    "secret variable": { subcommands: { "list ls get": lists, "set delete remove": asks } },
    api: {
      asks: "sends any request to the service, with the stored credentials",
      options: `${shown} --paginate --slurp -i --include --silent --verbose --cache= -p= --preview= -X= --method= -f= -F= --field= --raw-field=`,
      dangers: [
        danger("sends a file", "--input="),
        danger("sends further headers", "-H= --header="),
        danger("asks another service", "--hostname=")
      ],
      value: (option, value, given) => {
        if (/^-(?:X|-method)$/.test(option)) return /^(?:GET|HEAD)$/i.test(value) ? undefined : acts
        if (!/^-(?:[fF]|-field|-raw-field)$/.test(option)) return filter(option, value)
        if (!given.has("-X") && !given.has("--method")) return "is sent as a field, which changes the service"
        return /=@/.test(value) ? sends : undefined
      },
      operand: (word) =>
        /^graphql$/i.test(word)
          ? "is a request that may change the service"
          : /^[a-z]+:/i.test(word)
            ? "is an address"
            : undefined
    },
    browse: { options: "-b= -c -n --branch= --commit --no-browser", asks: "opens a browser" },
    completion: { options: "-s= --shell=" },
    help: {},
    version: {},
    "codespace cs gpg-key ssh-key project attestation org": asks
  }
}

/** The command line of GitHub. Source: gh help reference. */
export const gh: ReadonlyArray<Program> = [
  {
    names: ["gh"],
    facts: remote,
    closed: commands,
    synonyms: [
      ["-R", "--repo"],
      ["-w", "--web"],
      ["-F", "--body-file"]
    ]
  }
]
