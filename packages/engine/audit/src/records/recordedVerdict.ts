import type { Permit } from "@toolgate/core"
import type { CallRedaction } from "../redaction/CallRedaction.ts"

/** Returns the members that say where a call runs, and which rule permitted the call. */
export const recordedVerdict = (
  redaction: CallRedaction,
  { sandbox, confinement }: Permit["grant"],
  { layer, rule, source }: Permit["because"]
): string => {
  const isKept =
    redaction.knowsNone &&
    last.sandbox === sandbox &&
    last.confinement === confinement &&
    last.layer === layer &&
    last.rule === rule &&
    last.source === source
  if (isKept) return last.text
  const granted = JSON.stringify({ sandbox, confinement }).slice(1, -1)
  const names = [layer, rule, source].map((name) => redaction.nameAsJson(name))
  const text = `${granted},"because":{"layer":${names[0]},"rule":${names[1]},"source":${names[2]}}`
  if (redaction.knowsNone) last = { sandbox, confinement, layer, rule, source, text }
  return text
}

/** The last verdict and its text. Most calls are permitted by the same rule as the call before. */
let last = { sandbox: "", confinement: "", layer: "", rule: "", source: "", text: "" }
