import type { ClosedList } from "./ClosedList.ts"
import { strategy } from "./gitStrategy.ts"
import { isOutside } from "./outside.ts"
import { danger } from "./Program.ts"

const program = "names the program that is started for the other side"
const uploading = danger(program, "--upload-pack=", "--exec=")

/**
 * Returns the reason why a remote does harm that git reaches by starting a program, or `undefined`. Sources:
 * git-remote-ext(1), git-remote-fd(1), gitremote-helpers(7).
 */
const byProgram = (word: string) =>
  /^[^/:]*::/.test(word) ? "is a remote that git reaches by starting a program" : undefined

const depths = `--depth= --deepen= --shallow-since= --shallow-exclude= --unshallow --update-shallow -j= --jobs= --filter= -4 -6
  --ipv4 --ipv6 -o= --server-option= --[no-]progress -v -q --verbose --quiet`

/**
 * Returns the reason why an operand does harm that is no remote of the repository but the URL of another repository, or
 * `undefined`.
 */
const another = (word: string, before: ReadonlyArray<string>) =>
  before.length === 0 && /:\/\/|^[^/][^/@]*@[^/]+:/.test(word) ? "is another repository" : byProgram(word)

const fetching = `${depths} -aftnpPk --all --no-all --set-upstream --append --atomic --force --[no-]multiple --[no-]tags --prefetch
  --[no-]prune --prune-tags --recurse-submodules=? --no-recurse-submodules --dry-run --write-fetch-head
  --no-write-fetch-head --keep --update-head-ok --refetch --refmap= --negotiation-tip= --negotiate-only
  --[no-]auto-maintenance --[no-]auto-gc --[no-]show-forced-updates --[no-]write-commit-graph --stdin`

const pulling = `-r=? --rebase=? --no-rebase --[no-]stat --log=? --no-log --signoff --no-signoff --[no-]squash --[no-]commit --[no-]edit
  --cleanup= -s= --strategy= --ff --no-ff --ff-only --verify --[no-]verify-signatures --[no-]autostash -X= --strategy-option= -S=?
  --gpg-sign=? --no-gpg-sign --allow-unrelated-histories`

/** The subcommands of git that reach other repositories. Sources: the page of each. */
export const gitRemotes: NonNullable<ClosedList["subcommands"]> = {
  fetch: {
    options: `${fetching} -mu`,
    dangers: [uploading],
    operand: (word, before) =>
      /^\+[^:]*:(?!refs\/remotes\/)/.test(word) ? "overwrites a branch" : another(word, before)
  },
  pull: {
    options: `${fetching} ${pulling}`,
    dangers: [uploading, danger("skips the checks of hooks", "--no-verify")],
    value: strategy,
    operand: another
  },
  push: {
    options: `-vqnu46o= --verbose --quiet --[no-]thin --all --branches --tags --follow-tags --no-follow-tags --dry-run --porcelain
      --recurse-submodules= --no-recurse-submodules --set-upstream --[no-]progress --signed=? --no-signed --[no-]atomic
      --push-option= --ipv4 --ipv6 --verify --force-if-includes --no-force-if-includes --no-force-with-lease`,
    dangers: [
      danger(program, "--receive-pack=", "--exec="),
      danger(
        "overwrites what others have pushed",
        ...["-fd", "--force", "--force-with-lease=?", "--mirror", "--delete", "--prune"]
      ),
      danger("sends the repository to an address that is written out", "--repo="),
      danger("skips the checks of hooks", "--no-verify")
    ],
    operand: (word, before) => {
      const reason = byProgram(word)
      if (reason !== undefined) return reason
      if (before.length > 0) return /^[+:]/.test(word) ? "overwrites or deletes what others have pushed" : undefined
      return /[:/\\]/.test(word) || word.startsWith(".")
        ? "is another repository, to which this one is sent"
        : undefined
    }
  },
  clone: {
    options: `${depths} -nlsb= --no-checkout --bare --mirror --local --no-hardlinks --shared --recurse-submodules=? --recursive=?
      --reference= --reference-if-able= --dissociate --origin= --branch= --revision= --[no-]single-branch --[no-]tags
      --[no-]shallow-submodules --[no-]remote-submodules --also-filter-submodules --sparse --[no-]reject-shallow`,
    dangers: [
      danger(program, "-u=", "--upload-pack="),
      danger("copies hooks, which later commands start", "--template="),
      danger("sets configuration, which can name programs to start", "-c=", "--config="),
      danger("writes another folder", "--separate-git-dir="),
      danger("fetches from a further address", "--bundle-uri=")
    ],
    operand: (word, before) => (before.length === 1 && isOutside(word) ? "is outside of the folder" : byProgram(word))
  },
  "ls-remote": {
    options: "-qthbo= --quiet --tags --heads --branches --refs --get-url --sort= --exit-code --symref --server-option=",
    dangers: [danger(program, "-u=", "--upload-pack=", "--exec=")],
    operand: byProgram
  },
  remote: {
    options: "-v --verbose",
    subcommands: {
      show: { options: "-n" },
      "get-url": { options: "--push --all" },
      "prune update": { asks: "changes what is known of other repositories", options: "-np --dry-run --prune" },
      "add set-url set-branches set-head rename remove rm": {
        asks: "changes where later commands connect to",
        options: "-t= -m= -fad --fetch --[no-]tags --mirror=? --push --add --delete --auto --[no-]progress"
      }
    }
  },
  submodule: {
    options: "-q --quiet --cached",
    subcommands: {
      "status summary": { options: "--cached --recursive --files --summary-limit= -n=" },
      "init sync deinit absorbgitdirs": { options: "-f --force --all --recursive" },
      update: {
        options: `--init --recursive --remote --no-fetch -N --no-single-branch --single-branch --depth= --recommend-depth
          --no-recommend-depth -f --force --checkout --rebase --merge -j= --jobs= --reference= --dissociate --filter=
          --progress`
      },
      "add set-url set-branch": {
        asks: "changes where later commands connect to",
        options: "-fb= --force --branch= --name= --depth= --default",
        operand: byProgram
      },
      foreach: { asks: "starts a program in each submodule", options: "--recursive", rest: "command" }
    }
  },
  archive: {
    options:
      "--format= --prefix= --worktree-attributes -v0123456789 --verbose -l --list --mtime= --add-file= --add-virtual-file=",
    dangers: [
      danger("writes a file", "-o=", "--output="),
      danger("starts a program on another machine", "--remote=", "--exec=")
    ]
  },
  bundle: {
    subcommands: {
      "verify list-heads": { options: "-q --quiet" },
      "create unbundle": { asks: "writes a file", options: "-q --quiet --progress --all --version=" }
    }
  }
}
