import type { CommandResource } from "@toolgate/core"
import { fold } from "@toolgate/core/access"
import { commandName, dangersIn } from "@toolgate/shell"

/** Whether a command is known to write none of the files that its words name. */
export const onlyReads = ({ argv, loose }: CommandResource): boolean => {
  const [program = ""] = argv
  const name = fold(commandName(program))
  if (!readers.has(name) && !(name === "git" && gitReads(argv))) return false
  return dangersIn(argv, 1, loose).every(({ reason }) => readsMore(reason))
}

/** Whether a word does harm by what it reads alone: in words that say anything else, it may write. */
const readsMore = (reason: string): boolean => reason.startsWith("reads ") && !/\b(?:write|start|can name)/.test(reason)

const readers = new Set(
  `cd pushd pwd echo printf test [ [[ true type command which cat head tail tac rev nl ls dir vdir stat file wc du df basename dirname
   readlink realpath cmp diff comm grep egrep fgrep rg ag find tree sort uniq cut join paste od hexdump strings cksum md5sum
   sha1sum sha256sum sha512sum jq sed awk less more bat shellcheck source .`.split(/\s+/)
)

/** The subcommands of git that read files and do not change them. */
const gitReading = new Set(
  `add stage commit status diff log show blame annotate grep ls-files ls-tree cat-file hash-object check-ignore check-attr rev-list
   rev-parse shortlog whatchanged describe`.split(/\s+/)
)

const gitReads = (argv: ReadonlyArray<string>): boolean => gitReading.has(argv[1] ?? "")
