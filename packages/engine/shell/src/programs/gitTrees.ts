import type { ClosedList } from "./ClosedList.ts"
import { signatures } from "./gitChanges.ts"
import { strategy } from "./gitStrategy.ts"
import { isOutside } from "./outside.ts"
import { danger } from "./Program.ts"

const pathspecs = "--pathspec-from-file= --pathspec-file-nul"
const messages = "-m= -F= --message= --file= --cleanup= -e --edit --no-edit -s --signoff --no-signoff"
const signing = "-S=? --gpg-sign=? --no-gpg-sign"
const strategies = "-X= --strategy-option= -s= --strategy= --[no-]rerere-autoupdate"
const going = "--continue --abort --quit --skip"
const branches = `-qdt=? --[no-]guess --quiet --recurse-submodules=? --no-recurse-submodules --[no-]progress -m --merge
  --conflict= --detach --track=? --no-track --orphan= --[no-]overwrite-ignore`

const overwrites = "throws away changes"
const skips = danger("skips the checks of hooks", "--no-verify")

/** The subcommands of git that change the repository and its working tree. Sources: the page of each. */
export const gitTrees: NonNullable<ClosedList["subcommands"]> = {
  "add stage": {
    options: `-nvipfuNA --dry-run --verbose --interactive --patch --force --update --renormalize --intent-to-add --[no-]all
      --ignore-removal --no-ignore-removal --refresh --ignore-errors --ignore-missing --sparse --chmod= ${pathspecs}`,
    dangers: [danger("starts an editor", "-e", "--edit")]
  },
  commit: {
    options: `${messages} ${signing} ${pathspecs} -qvaiopzC= -c= -u=? --quiet --verbose --author= --date= --reedit-message=
      --reuse-message= --fixup= --squash= --reset-author --trailer= --[no-]status --all --include --interactive --patch
      --only --dry-run --short --branch --[no-]ahead-behind --porcelain --long --null --amend --no-post-rewrite
      --untracked-files=? --allow-empty --allow-empty-message --verify`,
    dangers: [danger("skips the checks of hooks", "-n", "--no-verify")]
  },
  branch: {
    options: `-vqralit=? -u= --verbose --quiet --track=? --no-track --set-upstream-to= --color=? --no-color
      --remotes --contains=? --no-contains=? --abbrev=? --no-abbrev --all --list --show-current --create-reflog --merged=?
      --no-merged=? --column=? --no-column --sort= --points-at= --ignore-case --recurse-submodules --format= -c --copy`,
    dangers: [
      danger("deletes or overwrites", "-dDfmMC", "--delete", "--force", "--move"),
      danger("changes what a branch follows", "--unset-upstream"),
      danger("starts an editor", "--edit-description")
    ],
    value: signatures,
    operand: (_, __, given) =>
      ["-v", "--verbose", "-r", "--remotes", "-a", "--all"].some((one) => given.has(one)) &&
      !["-l", "--list", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"].some((one) =>
        given.has(one)
      )
        ? "makes a branch, where the options show some"
        : undefined
  },
  tag: {
    options: `${messages} -lasu= -n=? --list --annotate --sign --no-sign --local-user= --create-reflog --column=?
      --no-column --contains=? --no-contains=? --merged=? --no-merged=? --sort= --points-at= --format= --color=?
      --ignore-case -i --omit-empty --trailer=`,
    dangers: [
      danger("deletes or overwrites", "-df", "--delete", "--force"),
      danger("starts the program that checks signatures", "-v", "--verify")
    ],
    value: signatures
  },
  checkout: {
    options: `${branches} ${pathspecs} -b= -l23p --[no-]overlay --ours --theirs --patch --ignore-skip-worktree-bits`,
    dangers: [danger(overwrites, "-f", "--force", "-B=", "--ignore-other-worktrees")]
  },
  switch: {
    options: `${branches} -c= --create=`,
    dangers: [danger(overwrites, "-fC=", "--force", "--discard-changes", "--force-create=", "--ignore-other-worktrees")]
  },
  restore: {
    options: `${pathspecs} -s= -SWqm23p --source= --staged --worktree --ignore-unmerged --[no-]overlay --quiet
      --recurse-submodules=? --no-recurse-submodules --[no-]progress --merge --conflict= --ours --theirs --patch
      --ignore-skip-worktree-bits`
  },
  reset: {
    options: `${pathspecs} -qNp --quiet --no-quiet --[no-]refresh --mixed --soft --keep --recurse-submodules=? --patch
      --intent-to-add`,
    dangers: [danger(overwrites, "--hard", "--merge")]
  },
  rm: {
    options: `${pathspecs} -nqr --dry-run --quiet --cached --ignore-unmatch --sparse`,
    dangers: [danger(overwrites, "-f", "--force")]
  },
  mv: { options: "-vnk --verbose --dry-run --sparse", dangers: [danger(overwrites, "-f", "--force")] },
  clean: {
    options: "-qnfdxXie= --quiet --dry-run --force --interactive --exclude=",
    asks: "deletes files that git does not keep"
  },
  merge: {
    options: `-m= -F= --message= --file= --cleanup= -e --edit --no-edit --signoff ${signing} ${going} ${strategies} -nvq --[no-]stat --[no-]summary
      --log=? --no-log --squash --no-squash --[no-]commit --ff --no-ff --ff-only --verify-signatures
      --no-verify-signatures --into-name= --verbose --quiet --allow-unrelated-histories --[no-]progress --autostash
      --no-autostash --overwrite-ignore`,
    dangers: [skips],
    value: strategy
  },
  rebase: {
    options: `${signing} ${going} ${strategies} --onto= --keep-base -qvnmC= --quiet --verbose
      --[no-]stat --signoff --committer-date-is-author-date --reset-author-date --ignore-date --ignore-whitespace
      --whitespace= -f --force-rebase --no-ff --show-current-patch --apply --merge --empty= --[no-]keep-empty
      --[no-]autosquash --[no-]update-refs --[no-]autostash -r=? --rebase-merges=? --no-rebase-merges --[no-]fork-point
      --root --[no-]reapply-cherry-picks --verify`,
    dangers: [
      danger("starts a program for each commit", "-x=", "--exec=", "-i", "--interactive"),
      danger("starts an editor", "--edit-todo"),
      skips
    ],
    value: strategy
  },
  "cherry-pick revert": {
    options: `${signing} ${going} -X= --strategy-option= --strategy= --[no-]rerere-autoupdate --cleanup= -nesxm= --[no-]commit --edit --no-edit --signoff --mainline= --ff
      --allow-empty --allow-empty-message --keep-redundant-commits --empty= --reference`,
    value: strategy
  },
  apply: {
    options: `-Nz3vqIRp= -C= --exclude= --include= --no-add --stat --numstat --summary --check --index --intent-to-add --cached
      --3way --ours --theirs --union --whitespace= --ignore-space-change --ignore-whitespace --reverse
      --unidiff-zero --reject --allow-overlap --verbose --quiet --inaccurate-eof --recount --directory= --allow-empty`,
    dangers: [
      danger("writes outside the working tree", "--unsafe-paths"),
      danger("writes a file", "--build-fake-ancestor="),
      danger("applies what was only to be looked at", "--apply")
    ]
  },
  am: {
    options: `${signing} ${going} -3qsukmcrip= --interactive -C= --3way --quiet --signoff --utf8 --keep --keep-non-patch --message-id
      --[no-]keep-cr --scissors --quoted-cr= --whitespace= --ignore-space-change --ignore-whitespace --directory= --exclude=
      --include= --patch-format= --reject --resolved --retry --show-current-patch=? --allow-empty --ignore-date
      --committer-date-is-author-date --empty=`,
    dangers: [skips]
  },
  notes: {
    options: "--ref=",
    subcommands: {
      "list show get-ref": {},
      "add append edit copy": { options: "-fm= -F= -c= -C= --force --message= --file= --allow-empty --separator=?" },
      "remove merge prune": { asks: "changes or deletes notes" }
    }
  },
  worktree: {
    subcommands: {
      list: { options: "-vz --verbose --porcelain --expire=" },
      "add move remove prune repair lock unlock": {
        asks: "writes or deletes a folder",
        options: `-fnvqb= -B= -d --force --dry-run --verbose --quiet --detach --[no-]checkout --lock --reason= --orphan
          --[no-]track --[no-]guess-remote --expire=`
      }
    }
  },
  bisect: {
    subcommands: {
      "start bad good new old skip reset terms log replay next": {
        options: "--term-bad= --term-good= --term-old= --term-new= --no-checkout --first-parent"
      },
      run: { asks: "starts a program for each step", rest: "command" }
    }
  },
  "hash-object": { options: "-t= -w --stdin --stdin-paths --no-filters --literally --path=" },
  "update-index": {
    options: `-qzg --ignore-submodules --add --replace --remove --unmerged --refresh --really-refresh --cacheinfo= --chmod=
      --[no-]assume-unchanged --[no-]skip-worktree --info-only --force-remove --stdin --index-info --unresolve --again
      --ignore-missing --verbose`
  },
  "sparse-checkout": {
    subcommands: {
      "list init set add reapply disable check-rules": {
        options: "--[no-]cone --[no-]sparse-index --stdin --skip-checks --rules-file= -z"
      }
    }
  },
  "write-tree": { options: "--missing-ok --prefix=" },
  init: {
    options: "-qb= --bare --shared=? --quiet --initial-branch= --object-format= --ref-format=",
    operand: (word) => (isOutside(word) ? "is outside of the folder" : undefined),
    dangers: [
      danger("copies hooks, which later commands start", "--template="),
      danger("writes another folder", "--separate-git-dir=")
    ]
  },
  gc: {
    options: "-q --quiet --auto --[no-]cruft --aggressive --keep-largest-pack",
    dangers: [danger("throws away objects", "--prune=?")]
  }
}
