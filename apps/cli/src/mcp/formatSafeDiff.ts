import { ConfigurationMask } from "@toolgate/redaction"
import { createTwoFilesPatch } from "diff"

/** A file that is to be changed. */
export interface ShownChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
  /** Returns a text of the file as it may be printed. */
  readonly show: (text: string) => string
}

/** Returns changes to files as a unified diff without secrets. */
export const formatSafeDiff = (changes: ReadonlyArray<ShownChange>, secrets: ReadonlyArray<string>): string => {
  const diff = changes
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after, show }) =>
      createTwoFilesPatch(
        before === undefined ? "/dev/null" : path,
        path,
        before === undefined ? "" : show(before),
        show(after),
        undefined,
        undefined,
        { context: 3 }
      ).replace(/^(?:Index: .*\n)?=+\n/, "")
    )
    .join("")
  return new ConfigurationMask(secrets).text(diff)
}
