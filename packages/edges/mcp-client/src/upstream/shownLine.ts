import type { Redaction } from "@toolgate/local-secrets/references"

/** Returns what is shown of a line that a server printed. A secret is looked for before the line is cut, or its beginning would stay. */
export const shownLine = (line: string, redaction: Redaction): string =>
  redaction.text(line.slice(0, longestLine)).slice(0, longestShown)

/** The characters of a line that are read: many more than are shown, because a secret has up to 64 KiB. */
export const longestLine = 128 * 1024

const longestShown = 500
