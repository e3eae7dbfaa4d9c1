import type { CommandResource } from "@toolgate/core"
import { fold } from "@toolgate/core/access"
import { findDangerousWords, getCommandName, namesReader } from "@toolgate/shell"

/** Whether a command is known to write none of the files that its words name. */
export const onlyReads = ({ argv, loose }: CommandResource): boolean => {
  const [program = "", ...words] = argv
  return (
    namesReader([fold(getCommandName(program)), ...words]) &&
    findDangerousWords(argv, 1, loose).every(({ reads }) => reads === true)
  )
}
