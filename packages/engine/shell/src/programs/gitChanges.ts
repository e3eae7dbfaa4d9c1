import type { ClosedList } from "./ClosedList.ts"
import { danger } from "./Program.ts"

const checksSignatures = "starts the program that checks signatures"

/**
 * Returns the reason why a format or an order does harm that verifies signatures, or `undefined`. Sources: git-log(1),
 * "PRETTY FORMATS"; git-for-each-ref(1).
 */
export const signatures = (option: string, value: string) =>
  (/^--(?:format|pretty)$/.test(option) && /%[-+ ]?G[A-Z?]|%\(\*?signature/.test(value.replaceAll("%%", ""))) ||
  (option === "--sort" && /^-?\*?signature/.test(value))
    ? checksSignatures
    : undefined

const dangers = [
  danger(checksSignatures, "--show-signature"),
  danger("writes a file", "--output="),
  danger("starts the programs that the repository's configuration names", "--ext-diff", "--textconv")
]

/**
 * The options that say which changes are shown, and how. All these subcommands share them. Source: git-log(1), "DIFF
 * FORMATTING".
 */
const diffs = `-puszabwtWRrD -U= --unified= --[no-]patch --raw --patch-with-raw --[no-]indent-heuristic --minimal --patience
  --histogram --anchored= --diff-algorithm= --stat=? --stat-width= --stat-name-width= --stat-graph-width= --stat-count=
  --compact-summary --numstat --shortstat -X=? --dirstat=? --cumulative --dirstat-by-file=? --summary --patch-with-stat
  --name-only --name-status --submodule=? --color=? --no-color --color-moved=? --no-color-moved --color-moved-ws=
  --no-color-moved-ws --word-diff=? --word-diff-regex= --color-words=? --no-renames --[no-]rename-empty --check
  --ws-error-highlight= --full-index --binary --abbrev=? --no-abbrev -B=? --break-rewrites=? -M=? --find-renames=? -C=?
  --find-copies=? --find-copies-harder --irreversible-delete -l= --diff-filter= -S= -G= --find-object= --pickaxe-all
  --pickaxe-regex -O= --skip-to= --rotate-to= --relative=? --no-relative --text --ignore-cr-at-eol
  --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines -I= --ignore-matching-lines=
  --inter-hunk-context= --function-context --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules=?
  --src-prefix= --dst-prefix= --no-prefix --default-prefix --line-prefix= --ita-invisible-in-index
  --ita-visible-in-index --output-indicator-new= --output-indicator-old= --output-indicator-context= -c --cc
  --combined-all-paths --remerge-diff --diff-merges= --no-diff-merges --dd`

/**
 * The options that say which commits are shown, and how. Source: git-rev-list(1), "Commit Limiting", "Commit Ordering",
 * "Commit Formatting".
 */
const commits = `-0123456789 -n= --max-count= --skip= --since= --after= --since-as-filter= --until= --before= --max-age=
  --min-age= --author= --committer= --grep-reflog= --grep= --all-match --invert-grep -i --regexp-ignore-case
  --basic-regexp -E --extended-regexp -F --fixed-strings -P --perl-regexp --remove-empty --[no-]merges
  --min-parents=? --no-min-parents --max-parents=? --no-max-parents --first-parent --exclude-first-parent-only --not
  --all --branches=? --tags=? --remotes=? --glob= --exclude= --exclude-hidden= --reflog --alternate-refs
  --single-worktree --ignore-missing --bisect --stdin --cherry-mark --cherry-pick --left-only --right-only --cherry -g
  --walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse
  --simplify-merges --ancestry-path=? --date-order --author-date-order --topo-order --reverse --no-walk=? --do-walk
  --pretty=? --format=? --[no-]abbrev-commit --oneline --encoding= --expand-tabs=? --no-expand-tabs --notes=?
  --no-notes --show-notes=? --[no-]standard-notes --no-show-signature --relative-date --date= --parents --children
  --left-right --graph --no-graph --show-linear-break=? --follow --no-decorate --decorate=? --decorate-refs=
  --decorate-refs-exclude= --clear-decorations --source --[no-]mailmap --[no-]use-mailmap --full-diff --log-size -L= -m`

const log: ClosedList = { options: `${diffs} ${commits} -q`, dangers, value: signatures }

const stash = `-kpuaSqm= --[no-]keep-index --patch --[no-]include-untracked --all --staged --quiet --message=
  --pathspec-from-file= --pathspec-file-nul`

/** The subcommands of git that show changes and commits, or keep changes for later. Sources: the page of each. */
export const gitChanges: NonNullable<ClosedList["subcommands"]> = {
  "log show whatchanged": log,
  diff: { options: `${diffs} --cached --staged --merge-base --no-index -0123q --base --ours --theirs`, dangers },
  "diff-tree diff-index diff-files": {
    options: `${diffs} ${commits} -rtqv --root --always --cached --no-commit-id --merge-base`,
    dangers,
    value: signatures
  },
  "range-diff": {
    options: `${diffs} --creation-factor= --no-dual-color --left-only --right-only --notes=? --no-notes`,
    dangers
  },
  "rev-list": {
    options: `${commits} --objects --objects-edge --unpacked --header --object-names --no-object-names --count --quiet
      --disk-usage=? --use-bitmap-index --bisect-vars --bisect-all --in-commit-order --timestamp --filter= --no-filter
      --missing= --indexed-objects --abbrev=? --no-abbrev`,
    dangers,
    value: signatures
  },
  shortlog: {
    options: `-cnse -w=? --committer --numbered --summary --email --group= ${commits}`,
    dangers,
    value: signatures
  },
  cherry: { options: "-v --verbose --abbrev=?" },
  blame: {
    options: `-befntlspcw0123456789 -S= -L= -C=? -M=? --root --show-stats --[no-]progress --score-debug --show-name
      --show-number --porcelain --line-porcelain --incremental --show-email --ignore-rev= --ignore-revs-file=
      --color-lines --color-by-age --minimal --contents= --abbrev=? --encoding= --first-parent --reverse --date=
      --since= --diff-algorithm= --no-textconv`,
    dangers
  },
  "annotate praise": { options: "-befntlspcw -L= --root --date=" },
  reflog: {
    options: `${diffs} ${commits} -q`,
    dangers,
    value: signatures,
    subcommands: {
      "show HEAD": log,
      list: {},
      exists: {},
      "expire delete drop": { asks: "throws away what the reflog still knows" }
    }
  },
  stash: {
    options: stash,
    subcommands: {
      list: log,
      show: { options: `${diffs} --include-untracked --only-untracked --no-include-untracked`, dangers },
      "push save": { options: stash },
      "apply pop": { options: "-q --quiet --index --label-ours= --label-theirs= --label-base=" },
      create: {},
      branch: {},
      store: { options: "-qm= --quiet --message=" },
      "drop clear": { options: "-q --quiet", asks: "throws away changes that were kept" }
    }
  },
  "format-patch": {
    asks: "writes files",
    options: `-nNsvkp --numbered --no-numbered --signoff --stdout --[no-]cover-letter --numbered-files
      --suffix= --start-number= --reroll-count= --rfc --cover-from-description= --subject-prefix= --keep-subject
      --no-binary --zero-commit --ignore-if-in-upstream --no-stat --add-header= --to= --cc= --from=? --in-reply-to=
      --attach=? --inline=? --thread=? --signature= --no-signature --base= --quiet --progress --interdiff=
      --range-diff= --creation-factor= ${diffs} ${commits}`,
    value: signatures,
    dangers: [...dangers, danger("writes files to another folder", "-o=", "--output-directory=")]
  }
}
