/** A name's path steps below the target folder, or why the name is refused. */
export type CheckedName = { readonly steps: ReadonlyArray<string> } | { readonly why: string }

/**
 * Validates an entry's name. An accepted name stays below the target folder on every system: a name that leads out on
 * any system is refused on all.
 */
export const checkName = (name: string): CheckedName => {
  if (name === "") return { why: "has no name" }
  if (!name.isWellFormed() || name.includes("\ufffd")) return { why: "has a name that is not text" }
  if (/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name))
    return { why: "has a name with characters that control what is shown" }
  if (name.includes("\\")) return { why: "has a name with a backslash, which Windows reads as a separator" }
  if (name.startsWith("/")) return { why: "has an absolute name" }
  if (/^[A-Za-z]:/.test(name)) return { why: "has a name that begins with a drive letter" }
  const steps = splitPath(name)
  if (steps.includes("..")) return { why: 'has a name with "..", which leads out of the folder' }
  if (steps.some((step) => /[. ]$/.test(step)))
    return { why: "has a name that ends in a dot or blank, which Windows drops" }
  if (steps.some((step) => device.test(step))) return { why: "has a name that Windows takes for a device" }
  if (steps.some((step) => step.includes(":") && step.lastIndexOf("$") > step.indexOf(":")))
    return { why: "has a name that Windows takes for a hidden part of another file" }
  if (steps.length > mostSteps) return { why: `has a path of more than ${mostSteps} parts` }
  if (steps.some((step) => Buffer.byteLength(step) > 255) || Buffer.byteLength(name) > 3072)
    return { why: "has a name that is too long" }
  return { steps }
}

const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:[.:]|$)/i
const mostSteps = 100

/** Splits a name into steps, without empty and "." steps. */
export const splitPath = (name: string): ReadonlyArray<string> =>
  name.split("/").filter((step) => step !== "" && step !== ".")

/**
 * Normalizes a path step for comparison, as file systems do that ignore case, Unicode form and zero-width characters.
 */
export const foldStep = (step: string): string =>
  step
    .replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC")
