import { makePolicyReference, type ReferenceSection } from "../../src/config/makePolicyReference.ts"

/** Returns the tables of the reference page in Markdown: one table for each map with fixed keys. */
export const renderReference = (): string => makePolicyReference().map(section).join("\n")

const section = ({ names, places, keys }: ReferenceSection): string => {
  const title = places.includes("") ? "The file" : places.map((place) => `\`${place}\``).join(", ")
  const rows = keys.map(({ name, type, description, absent }) => {
    const left = absent === undefined ? "may not be left out" : absent
    return `| ${[`\`${name}\``, type, description, left].map(cell).join(" | ")} |`
  })
  const head = ["| key | has to be | means | left out |", "| --- | --- | --- | --- |"]
  return [`## ${title}`, "", `Keys of ${names.join(", ")}:`, "", ...head, ...rows, ""].join("\n")
}

const cell = (text: string) => text.replaceAll("|", "\\|")
