import type { Redaction } from "@toolgate/local-secrets/references"

/**
 * Returns a printable version of a line from a server. Secrets are removed before the line is truncated, because half a
 * secret would not be recognized.
 */
export const formatLine = (line: string, redaction: Redaction): string =>
  redaction.text(line.slice(0, longestLine)).slice(0, longestShown)

/** The characters of a line that are read. A secret can have 64 KiB, so this is far more than is shown. */
export const longestLine = 128 * 1024

const longestShown = 500
