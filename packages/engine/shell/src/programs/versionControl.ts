import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const svn: ClosedList = {
  source: "svn help, of Subversion 1.14",
  everywhere: true,
  options: `-qvRN -r= -c= -l= --quiet --verbose --revision= --change= --limit= --recursive --non-recursive --depth=
    --set-depth= --incremental --xml --stop-on-copy --non-interactive --no-auth-cache --summarize --show-updates -u -g
    --use-merge-history --diff --internal-diff --notice-ancestry --show-copies-as-adds --git --force-interactive
    --version --no-ignore --search= --search-and= -x= --extensions= --old= --new= --strip= --dry-run --show-item=
    --no-newline`,
  dangers: [
    danger(
      "starts a program, or reads other settings",
      "--diff-cmd= --diff3-cmd= --editor-cmd= --config-dir= --config-option="
    ),
    danger("reads a file that it sends", "-F= --file= --targets= --password-from-stdin"),
    danger(
      "acts as another, or trusts any server",
      "--username= --password= --trust-server-cert --trust-server-cert-failures="
    )
  ],
  value: (option, value) =>
    /^-(?:x|-extensions)$/.test(option) && !/^-[ubwp]+$|^--ignore|^-U ?\d+$/.test(value)
      ? "passes words on to the program that compares"
      : undefined,
  subcommands: {
    "status stat st log info diff di blame praise annotate ann list ls cat help h proplist plist pl propget pget pg mergeinfo":
      {},
    "update up add revert resolve resolved cleanup mkdir delete del remove rm copy cp move mv rename ren switch sw merge patch changelist cl upgrade relocate":
      { asks: "changes the folder" },
    "commit ci import lock unlock": { asks: "publishes" },
    "checkout co export propset pset ps propedit pedit pe propdel pdel pd auth": {
      asks: "writes a folder, or properties that can name others"
    }
  }
}

const hg: ClosedList = {
  source: "hg help, of Mercurial 6.3",
  everywhere: true,
  options: `-qvy -r= -l= -c= -d= -k= -u= -p -b= -G -I= -X= -T= -n -M -f -C -a -A -m -g -w -B -U= --quiet --verbose
    --rev= --limit= --change= --date= --keyword= --user= --patch --branch= --graph --include= --exclude= --template=
    --stat --git --all --noninteractive --pager= --color= --version --follow --no-merges --active --closed
    --ignore-all-space --unified= --number --file --changeset --line-number --nodates --copies --debug --hidden`,
  dangers: [
    danger("sets a setting, which can start a program", "--config= --debugger --profile"),
    danger("works on another repository", "-R= --repository= --cwd="),
    danger("starts an editor or a tool", "-e --edit -t= --tool= -i --interactive"),
    danger("writes a file", "-o= --output="),
    danger("reads a file that it records", "--logfile=")
  ],
  value: (option, value) =>
    /^-(?:T|-template)$/.test(option) && /[/\\]/.test(value) && !/[{\\]/.test(value)
      ? "reads a template from a file"
      : undefined,
  shortens: true,
  subcommands: {
    "status st log history diff annotate blame identify id heads tip parents branches tags bookmarks paths summary help version cat locate files manifest grep root":
      {},
    "add remove addremove forget move copy rename revert update checkout branch bookmark tag resolve merge graft backout shelve unshelve purge":
      { asks: "changes the folder" },
    "commit ci push pull incoming outgoing clone init import export bundle unbundle archive serve config phase recover verify rebase histedit strip":
      { asks: "publishes, fetches, or changes the history" }
  }
}

/** Version control other than git. Sources: the manual of each. */
export const versionControl: ReadonlyArray<Program> = [
  {
    names: ["svn"],
    facts: factsOf("svn help", {
      reachesNetwork: "reaches a repository",
      startsPrograms: "starts editors and programs that compare",
      writesFiles: "changes the folder"
    }),
    closed: svn
  },
  {
    names: ["hg"],
    facts: factsOf("hg help", {
      reachesNetwork: "reaches a repository",
      startsPrograms: "starts hooks, extensions and editors",
      writesFiles: "changes the folder",
      folderDecides: "takes orders from .hg/hgrc of its folder"
    }),
    closed: hg
  }
]
