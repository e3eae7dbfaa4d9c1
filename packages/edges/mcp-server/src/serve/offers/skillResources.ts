import type { ReadResourceResult } from "@modelcontextprotocol/server"
import type { ToolExecution } from "@toolgate/core"
import { getSkillAddress, type ServedSkills, skillTool } from "../ServedSkills.ts"
import type { OfferCall, OfferRequest } from "./OfferRequest.ts"
import { answerRead, createNoResourceError } from "./offerAnswers.ts"

const mimeType = "text/markdown"

/** Returns the active skills that the caller may read, or may ask to read. */
export const listVisibleSkills = async (skills: ServedSkills | undefined, { shows, judge }: OfferRequest) => {
  if (skills === undefined || !shows(skillTool)) return []
  const decisions = await judge(skills.active.map(readCall))
  return skills.active
    .filter((_, index) => decisions[index] !== "deny")
    .map(({ name, description }) => ({ uri: getSkillAddress(name), name, description, mimeType }))
}

export const isSkillAddress = (uri: string): boolean => uri.startsWith("skill:")

/** Reads an active skill with a call of the tool `skill`. */
export const readSkill = (skills: ServedSkills | undefined, { shows, call }: OfferRequest, uri: string) => {
  const found = skills?.active.find(({ name }) => getSkillAddress(name) === uri)
  if (found === undefined || !shows(skillTool)) throw createNoResourceError(uri)
  return call(readCall(found), skillAnswer(uri))
}

const readCall = ({ name }: { readonly name: string }): OfferCall => ({ tool: skillTool, args: { name } })

// Returns the text only. The list of files after it is for models.
const skillAnswer =
  (uri: string) =>
  (execution: ToolExecution, howToDecide: (approvalId: string) => string): ReadResourceResult => {
    const { contents } = answerRead(uri)(execution, howToDecide)
    return { contents: contents.slice(0, 1).map((content) => ({ ...content, mimeType })) }
  }
