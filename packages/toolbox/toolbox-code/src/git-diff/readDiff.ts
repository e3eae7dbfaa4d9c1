import { type Json, type PrintedOutput, type ToolOutput, ToolValidationError } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { createNoRepositoryError, requireSuccess } from "../git/requireSuccess.ts"

/** Parses the output of `git diff --numstat --patch -z`: a record for each file, an empty one, and the diff. */
export const readDiff = (printed: PrintedOutput): ToolOutput => {
  if (printed.status === 1) throw createNoRepositoryError()
  if (printed.status === 129 && printed.args.area !== undefined && printed.args.ref !== undefined)
    throw new ToolValidationError({ message: 'What is staged is compared with one revision, and "ref" is a range.' })
  if (printed.status === 129 && printed.args.ref !== undefined)
    throw new ToolValidationError({
      message: 'The argument "ref" does not name a commit; name one revision, or a range such as main..topic.'
    })
  const files: Array<Json> = []
  let rest = requireSuccess(printed)
  const next = (): string => {
    const end = rest.indexOf("\0")
    const record = end === -1 ? rest : rest.slice(0, end)
    rest = end === -1 ? "" : rest.slice(end + 1)
    return record
  }
  for (let record = next(); record !== ""; record = next()) {
    const [added = "", removed = "", ...name] = record.split("\t")
    const path = name.join("\t")
    // A renamed file has its two paths in separate records.
    const names = path === "" ? { from: next(), path: next() } : { path }
    files.push({ ...names, ...(added === "-" ? {} : { added: Number(added), removed: Number(removed) }) })
  }
  const shown = files.slice(0, mostFiles)
  return boundOutput(
    rest === "" ? [] : rest.split(/(?<=\n)/),
    (kept, cut) => ({ files: shown, total: files.length, diff: kept.join(""), cut }),
    'Name "paths", or ask for less "context".'
  )
}

const mostFiles = 200
