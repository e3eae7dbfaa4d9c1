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
  const steps = stepsOf(name)
  if (steps.includes("..")) return { why: 'has a name with "..", which leads out of the folder' }
  if (steps.some((step) => /[. ]$/.test(step)))
    return { why: "has a name that ends in a dot or blank, which Windows drops" }
  if (steps.some((step) => device.test(step))) return { why: "has a name that Windows takes for a device" }
  if (steps.some((step) => step.includes(":") && step.lastIndexOf("$") > step.indexOf(":")))
    return { why: "has a name that Windows takes for a hidden part of another file" }
  if (steps.length > mostSteps) return { why: `has a name of more than ${mostSteps} steps` }
  if (steps.some((step) => Buffer.byteLength(step) > 255) || Buffer.byteLength(name) > 3072)
    return { why: "has a name that is too long" }
  return { steps }
}

const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:[.:]|$)/i
const mostSteps = 100

/** Returns the steps of a name, without those that lead nowhere. */
export const stepsOf = (name: string): ReadonlyArray<string> =>
  name.split("/").filter((step) => step !== "" && step !== ".")

/**
 * Returns a step of a path as systems compare it that do not tell letters by their case or by how their accents are written, and that
 * ignore some characters of no width.
 */
export const folded = (step: string): string =>
  step
    .replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC")
