/** The names of the steps of a path beneath the folder that is written to, or the words for why a name is not used. */
export type CheckedName = { readonly steps: ReadonlyArray<string> } | { readonly why: string }

/**
 * Checks the name of an entry. What is allowed lies beneath the folder on every system: a name that only one system reads as a way
 * out is refused on all of them.
 */
export const checkedName = (name: string): CheckedName => {
  if (name === "") return { why: "has no name" }
  if (!name.isWellFormed() || name.includes("\ufffd")) return { why: "has a name that is not text" }
  if (/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name))
    return { why: "has a name with characters that control what is shown" }
  if (name.includes("\\")) return { why: "has a name with a backslash, which Windows reads as a step" }
  if (name.startsWith("/")) return { why: "has an absolute name" }
  if (/^[A-Za-z]:/.test(name)) return { why: "has a name that begins with a drive letter" }
  const steps = name.split("/").filter((step) => step !== "" && step !== ".")
  if (steps.includes("..")) return { why: 'has a name with "..", which leads out of the folder' }
  if (steps.some((step) => /[. ]$/.test(step)))
    return { why: "has a name that ends in a dot or blank, which Windows drops" }
  if (steps.some((step) => Buffer.byteLength(step) > 255) || Buffer.byteLength(name) > 3072)
    return { why: "has a name that is too long" }
  return { steps }
}

/** Returns a path as systems compare it that do not tell letters by their case or by how their accents are written. */
export const folded = (path: string): string => path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC")
