import type { Artifact } from "@toolgate/core"

/**
 * Returns the headers with which a browser saves the bytes of an artifact and never runs them, whatever a tool says they
 * are.
 */
export const makeInert = ({ ref, name, mediaType }: Artifact): Record<string, string> => ({
  "content-type": inertType(mediaType),
  "content-disposition": `attachment; filename*=UTF-8''${encodeName(name ?? ref)}`,
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff"
})

/** Text stays text and pictures stay pictures. Anything else is bytes: HTML and SVG could run scripts. */
const inertType = (mediaType: string): string => {
  const [type = ""] = mediaType.toLowerCase().split(";")
  if (pictures.has(type.trim())) return type.trim()
  return type.startsWith("text/") || type.trim() === "application/json"
    ? "text/plain; charset=utf-8"
    : "application/octet-stream"
}

const pictures: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])

/** Returns a file name without folders, as RFC 8187 writes it. */
const encodeName = (name: string): string =>
  encodeURIComponent((name.split(/[/\\]/).at(-1) ?? "").slice(0, 200).toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  ) || "artifact"
