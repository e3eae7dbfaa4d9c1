import { createHash } from "node:crypto"
import { quoted } from "@toolgate/core"
import type { Skill } from "./Skill.ts"

/**
 * Returns text about active skills for a system prompt. Empty without skills; deterministic. Each skill is enclosed in tags with a name
 * that occurs in no skill, so that a skill cannot fake the end of its block or another skill.
 */
export const formatSkills = (skills: ReadonlyArray<Skill>): string => {
  if (skills.length === 0) return ""
  const tag = tagOf(skills)
  const blocks = skills.map(
    ({ name, version, instructions }) =>
      `<${tag} name=${quoted(name)} version=${quoted(version)}>\n${instructions}\n</${tag}>`
  )
  const [these, each] = skills.length === 1 ? ["This skill is", "It"] : ["These skills are", "Each"]
  return [`${these} active. ${each} is the text between the tags <${tag}> and </${tag}>.`, ...blocks].join("\n\n")
}

// Uses a digest of the texts, because a text cannot contain its own digest.
const tagOf = (skills: ReadonlyArray<Skill>): string => {
  const texts = skills.map(({ name, version, instructions }) => [name, version, instructions])
  const all = JSON.stringify(texts)
  for (let round = 0; ; round++) {
    const tag = `skill-${createHash("sha256").update(`${round} ${all}`).digest("hex").slice(0, 12)}`
    if (!all.includes(tag)) return tag
  }
}
