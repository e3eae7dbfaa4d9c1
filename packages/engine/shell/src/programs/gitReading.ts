import type { ClosedList } from "./ClosedList.ts"
import { signatures } from "./gitChanges.ts"
import { danger } from "./Program.ts"

const configuration = danger(
  "changes configuration, which can name programs to start",
  ...["--replace-all", "--add", "--append", "--unset", "--unset-all", "--rename-section", "--remove-section"],
  ...["-e", "--edit"]
)

const references = `--count= --format= --color=? --no-color --sort= --points-at= --[no-]merged=? --[no-]contains=?
  --[no-]ignore-case --omit-empty --exclude= --stdin --include-root-refs`

/** The subcommands of git that read the repository. Sources: the page of each. */
export const gitReading: NonNullable<ClosedList["subcommands"]> = {
  status: {
    options: `-vsbzM=? -u=? --verbose --short --branch --[no-]show-stash --[no-]ahead-behind --porcelain=? --long --null
      --untracked-files=? --no-untracked-files --ignored=? --ignore-submodules=? --column=? --no-column --[no-]renames
      --find-renames=?`
  },
  grep: {
    options: `-viwaIrEGFPnhHlLzocpWq0123456789 -C= -B= -A= -f= -e= -m= --cached --no-index --untracked --[no-]exclude-standard
      --recurse-submodules --invert-match --ignore-case --word-regexp --text --no-textconv --[no-]recursive --max-depth=
      --extended-regexp --basic-regexp --fixed-strings --perl-regexp --line-number --column --full-name
      --files-with-matches --name-only --files-without-match --null --only-matching --count --color=? --no-color --break
      --heading --context= --before-context= --after-context= --threads= --show-function --function-context --and --or
      --not --quiet --all-match --max-count=`,
    dangers: [
      danger("starts a program on the files that match", "-O=?", "--open-files-in-pager=?"),
      danger("starts the programs that the repository's configuration names", "--textconv", "--ext-grep")
    ]
  },
  "cat-file": {
    options: `-eptsz --allow-unknown-type --[no-]use-mailmap --[no-]mailmap --batch=? --batch-check=? --batch-command=?
      --batch-all-objects --buffer --follow-symlinks --unordered --path=`,
    dangers: [danger("starts the programs that the repository's configuration names", "--textconv", "--filters")]
  },
  "ls-files": {
    options: `-ztvfcdmoiskux= -X= --cached --deleted --modified --others --ignored --stage --killed --directory --eol
      --[no-]empty-directory --unmerged --resolve-undo --exclude= --exclude-from= --exclude-per-directory=
      --exclude-standard --full-name --recurse-submodules --error-unmatch --with-tree= --abbrev=? --debug --deduplicate
      --sparse --format=`
  },
  "ls-tree": {
    options: "-drtzl --long --name-only --name-status --object-only --full-name --full-tree --format= --abbrev=?"
  },
  "rev-parse": {
    options: `-q --quiet --verify --short=? --symbolic --symbolic-full-name --abbrev-ref=? --all --branches=? --tags=?
      --remotes=? --glob= --exclude= --disambiguate= --show-toplevel --show-superproject-working-tree --show-prefix
      --show-cdup --git-dir --absolute-git-dir --git-common-dir --git-path= --is-inside-git-dir --is-inside-work-tree
      --is-bare-repository --is-shallow-repository --show-object-format=? --show-ref-format --shared-index-path
      --path-format= --resolve-git-dir= --local-env-vars --revs-only --no-revs --flags --no-flags --default= --prefix=
      --not --since= --after= --until= --before= --sq --end-of-options --keep-dashdash --parseopt --sq-quote`
  },
  describe: {
    options: `--contains --debug --all --tags --long --first-parent --abbrev=? --exact-match --candidates= --match=
      --exclude= --always --dirty=? --broken=?`
  },
  "for-each-ref": { options: `-sp --shell --perl --python --tcl ${references}`, value: signatures },
  "show-ref": {
    options: "-dsq --tags --heads --branches --verify --head --dereference --hash=? --abbrev=? --quiet --exists"
  },
  "show-branch": { options: "-ar --all --remotes --topo-order --date-order --list --sha1-name --no-name --color=?" },
  "merge-base": { options: "-a --all --octopus --independent --is-ancestor --fork-point" },
  "name-rev": {
    options: "--name-only --tags --refs= --exclude= --all --annotate-stdin --undefined --no-undefined --always"
  },
  "merge-tree": {
    options:
      "-z --write-tree --trivial-merge --[no-]messages --name-only --allow-unrelated-histories --stdin --merge-base="
  },
  "check-ignore": { options: "-qvzn --quiet --verbose --stdin --non-matching --no-index" },
  "check-attr": { options: "-az --all --cached --stdin --source=" },
  "check-mailmap": { options: "--stdin" },
  "check-ref-format": { options: "--branch --normalize --allow-onelevel --no-allow-onelevel --refspec-pattern" },
  "count-objects": { options: "-vH --verbose --human-readable" },
  "verify-commit verify-tag": {
    asks: "starts the program that checks signatures",
    options: "-v --verbose --raw --format="
  },
  "verify-pack": { options: "-vs --verbose --stat-only" },
  fsck: {
    options: `-v --verbose --[no-]unreachable --[no-]dangling --tags --root --cache --[no-]reflogs --[no-]full
      --connectivity-only --strict --[no-]progress --name-objects`,
    dangers: [danger("writes files", "--lost-found")]
  },
  "patch-id": { options: "--stable --unstable --verbatim" },
  stripspace: { options: "-sc --strip-comments --comment-lines" },
  "interpret-trailers": {
    options: `--trim-empty --where= --if-exists= --if-missing= --only-trailers --only-input --unfold --parse --no-divider
      --trailer=`,
    dangers: [danger("changes a file in place", "--in-place")]
  },
  var: { options: "-l" },
  "symbolic-ref": {
    options: "-q --quiet --short --recurse --no-recurse",
    dangers: [danger("deletes a reference", "-d", "--delete")],
    operands: { from: 2, reason: "is what the reference is set to" }
  },
  version: { options: "--build-options" },
  help: { options: "-agcv --all --guides --config --verbose --no-external-commands --no-aliases" },
  config: {
    options: `-lz -f= --file= --blob= --global --system --local --worktree --get --get-all --get-regexp --get-urlmatch --list
      --type= --no-type --bool --int --bool-or-int --bool-or-str --path --expiry-date --null --name-only --[no-]includes
      --show-origin --show-scope --show-names --default= --get-color --get-colorbool --fixed-value --all --regexp --url=
      --value=`,
    dangers: [configuration],
    operand: (word, [first]) => {
      if (first === undefined ? !changing.has(word) : reading.has(first)) return undefined
      return configuration.reason
    }
  }
}

const reading = new Set(["get", "list"])
const changing = new Set(["set", "unset", "edit", "rename-section", "remove-section"])
