import type { ClosedList } from "./ClosedList.ts"
import { danger } from "./Program.ts"

const starts = "starts programs, or serves others"
const changes = "changes what the repository holds, or how it is stored"

const tool: ClosedList = {
  asks: "starts the program that the configuration names",
  options:
    "-yg --no-prompt --prompt --gui --no-gui --dir-diff -d --no-symlinks --tool-help --no-trust-exit-code --cached --staged",
  dangers: [danger("starts the program that it is given", "-x=", "--extcmd=", "-t=", "--tool=", "-O=")]
}

/**
 * The subcommands of git whose harmless options nobody has listed. A pattern that names such a subcommand covers it,
 * but none of its options.
 */
export const gitOthers: NonNullable<ClosedList["subcommands"]> = {
  "difftool mergetool": tool,
  [`filter-branch send-email imap-send instaweb gui citool daemon upload-pack upload-archive receive-pack shell http-backend hook
    credential credential-cache credential-store remote-ext remote-fd for-each-repo web--browse submodule--helper svn p4 cvsimport
    cvsserver cvsexportcommit archimport maintenance`.replaceAll(/\s+/g, " ")]: { asks: starts },
  [`fast-import fast-export index-pack unpack-objects unpack-file pack-objects pack-refs pack-redundant prune prune-packed repack
    read-tree commit-tree mktree mktag update-ref update-server-info merge-file merge-index merge-one-file mailinfo mailsplit
    fmt-merge-msg rerere replace quiltimport checkout-index commit-graph multi-pack-index bugreport diagnose send-pack fetch-pack
    http-fetch http-push refs replay backfill request-pull`.replaceAll(/\s+/g, " ")]: { asks: changes }
}
