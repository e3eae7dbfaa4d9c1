import { gitChanges } from "./gitChanges.ts"
import { gitOthers } from "./gitOthers.ts"
import { gitReading } from "./gitReading.ts"
import { gitRemotes } from "./gitRemotes.ts"
import { gitTrees } from "./gitTrees.ts"
import { danger, type Program } from "./Program.ts"

/** git. Sources: git(1), git-config(1), githooks(5), and the page of each subcommand. */
export const git: Program = {
  names: ["git"],
  facts: {
    startsPrograms: {
      reason: "starts hooks, pagers, editors, filters and helpers that its configuration names",
      source: "githooks(5), git-config(1), gitattributes(5)"
    },
    writesFiles: { reason: "changes the repository and its working tree", source: "git(1)" },
    reachesNetwork: { reason: "reaches remote repositories", source: "git-fetch(1), git-push(1), git-clone(1)" },
    folderDecides: { reason: "reads the configuration of the repository that it runs in", source: "git-config(1)" }
  },
  // A subcommand that git does not know is an alias from the configuration, or a program `git-NAME`.
  closed: {
    source: "git(1), and the page of each subcommand, of git 2.39 and later",
    options: `-hvP --version --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice
      --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --html-path --man-path --info-path
      --list-cmds=? --attr-source=`,
    dangers: [
      danger("sets configuration, which can name programs to start", "-c=", "--config-env="),
      danger("decides where git's own programs are taken from", "--exec-path=?"),
      danger(
        "runs in another folder, whose configuration then counts",
        ...["-C=", "--git-dir=", "--work-tree=", "--namespace=", "--super-prefix=", "--bare"]
      ),
      danger("starts the pager that the configuration names", "-p", "--paginate")
    ],
    subcommands: { ...gitChanges, ...gitReading, ...gitTrees, ...gitRemotes, ...gitOthers }
  },
  synonyms: [
    ["-f", "--force"],
    ["-d", "--delete"],
    ["-a", "--all"],
    ["-n", "--dry-run"],
    ["-p", "--paginate"],
    ["-m", "--message"],
    ["-O", "--open-files-in-pager"],
    ["-x", "--exec"],
    ["-o", "--output"],
    ["-u", "--set-upstream"],
    ["-i", "--interactive"],
    ["-q", "--quiet"],
    ["-v", "--verbose"]
  ]
}
