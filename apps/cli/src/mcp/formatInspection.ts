import { escapeInvisible } from "../text/escapeForTerminal.ts"
import { escapedNote, holdsEscape } from "../text/formatDiff.ts"
import type { InspectedTool, Inspection } from "./inspectServer.ts"
import { formatOverlays } from "./propose/formatOverlays.ts"

/**
 * Formats the findings about a server's tools as YAML for the `mcp.yaml` at `path`, with comments. Invisible characters are made visible.
 */
export const formatInspection = (found: Inspection, path: string): string => {
  const proposed = found.tools.filter(({ state }) => state === "proposed")
  const described = proposed.map((tool) => ({ ...tool, notes: [...descriptionLines(tool), ...tool.notes] }))
  return [
    ...headLines(found.server, proposed, path).map(comment),
    proposed.length === 0 ? "" : formatOverlays(found.server, described),
    ...remarks(found).map(comment)
  ].join("")
}

const headLines = (server: string, proposed: ReadonlyArray<InspectedTool>, path: string): ReadonlyArray<string> => {
  if (proposed.length === 0) return [`Nothing is proposed for the tools of "${server}".`]
  const isEscaped = proposed.some(({ description = "" }) =>
    linesOf(description).some((line) => holdsEscape.test(escapeInvisible(line)))
  )
  const isSaidToRead = proposed.some((tool) => tool.class !== "READ" && tool.notes.join().includes("readOnlyHint true"))
  return [
    `Proposed for the tools of "${server}": review it, then put it into ${JSON.stringify(path)}, or let --write do so.`,
    ...(isSaidToRead ? ['Where you trust "readOnlyHint true", write "class: READ" and "mode: r".'] : []),
    ...(isEscaped ? [escapedNote.trimEnd()] : [])
  ]
}

/** Describes the tools without a proposed overlay. */
const remarks = ({ tools, unlisted, leftOut }: Inspection): ReadonlyArray<string> => {
  const kept = tools.filter(({ state }) => state === "kept")
  const nothing = tools.filter(({ state }) => state === "nothing")
  return [
    ...listed("Nothing is proposed for", nothing),
    ...nothing.flatMap(({ tool, notes }) => notes.map((note) => `${JSON.stringify(tool)}: ${note}`)),
    ...listed(
      "Already in mcp.yaml as proposed",
      kept.filter(({ differs }) => differs.length === 0)
    ),
    ...kept.flatMap(({ tool, differs, ...proposal }) =>
      differs.map((key) => {
        const other = proposal[key] === undefined ? "none" : JSON.stringify(proposal[key])
        return `${JSON.stringify(tool)} stays as it is in mcp.yaml. The proposal differs: ${key}: ${other}`
      })
    ),
    ...unlisted.map((tool) => `${JSON.stringify(tool)} is in mcp.yaml, and the server does not list it.`),
    ...leftOut.map(({ tool, why }) => `${tool} cannot be used: ${why}.`)
  ]
}

const listed = (title: string, tools: ReadonlyArray<InspectedTool>): ReadonlyArray<string> =>
  tools.length === 0 ? [] : [`${title}: ${tools.map(({ tool }) => JSON.stringify(tool)).join(", ")}.`]

const descriptionLines = ({ description = "" }: InspectedTool): ReadonlyArray<string> => {
  const shown = linesOf(description.slice(0, mostDescription))
  const more = description.length - mostDescription
  return (more > 0 ? [...shown, `… and ${more} more characters`] : shown).map(escapeInvisible)
}

const linesOf = (text: string): ReadonlyArray<string> => text.split(/\r?\n/).map((line) => line.trimEnd())

const comment = (line: string) => `# ${escapeInvisible(line)}\n`

/** Longest part of a description that is shown, in characters. */
const mostDescription = 4000
