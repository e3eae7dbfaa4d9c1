import { createHash } from "node:crypto"
import { quoted } from "@toolgate/core"
import type { Skill } from "./Skill.ts"

/**
 * Returns the text that tells a model about active skills, for the end of a system prompt; an empty text without skills. The same
 * skills give the same text. Each is between tags whose name stands in no skill, so that the text of a skill cannot pass for the end
 * of its own block, or for another skill.
 */
export const promptOf = (skills: ReadonlyArray<Skill>): string => {
  if (skills.length === 0) return ""
  const tag = tagOf(skills)
  const blocks = skills.map(
    ({ name, version, instructions }) =>
      `<${tag} name=${quoted(name)} version=${quoted(version)}>\n${instructions}\n</${tag}>`
  )
  const [these, each] = skills.length === 1 ? ["This skill is", "It"] : ["These skills are", "Each"]
  return [`${these} active. ${each} is the text between the tags <${tag}> and </${tag}>.`, ...blocks].join("\n\n")
}

// A digest of the texts, because an author cannot write a text that holds the digest of itself.
const tagOf = (skills: ReadonlyArray<Skill>): string => {
  const texts = skills.map(({ name, version, instructions }) => [name, version, instructions])
  const all = JSON.stringify(texts)
  for (let round = 0; ; round++) {
    const tag = `skill-${createHash("sha256").update(`${round} ${all}`).digest("hex").slice(0, 12)}`
    if (!all.includes(tag)) return tag
  }
}
