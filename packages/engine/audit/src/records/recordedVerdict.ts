import type { Permit } from "@toolgate/core"
import type { CallRedaction } from "../redaction/CallRedaction.ts"

/** Returns where a call runs and the rule that let it pass, as members of an object. */
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

/** Most calls are let pass by the rule that let the one before pass. */
let last = { sandbox: "", confinement: "", layer: "", rule: "", source: "", text: "" }
