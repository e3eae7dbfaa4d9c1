import { listEffects, quoted, type SideEffect, type Tool } from "@toolgate/core"
import { coversClass, implyClasses, pickHighest } from "./effectClasses.ts"
import { type EntryKey, risksFromLeast, type ToolEntry } from "./entryShape.ts"

/**
 * Applies an entry to a known tool. The entry may only tighten: a value that could make a verdict milder is reported, with both values.
 * `fixed` lists keys that the entry must not have.
 */
export const annotateTool = (tool: Tool, entry: ToolEntry, fixed: ReadonlyArray<EntryKey>): Tool | undefined => {
  const { reading } = entry
  let holds = true
  const fault = (key: EntryKey, message: () => string) => {
    holds = false
    reading.fault(entry[key]?.at ?? entry.at, message)
  }
  const looser = (key: EntryKey, from: string, to: string) =>
    fault(
      key,
      () =>
        `"${key}" would loosen the tool ${quoted(tool.name)} from ${from} to ${to}, and an entry about a known tool only tightens it`
    )

  for (const key of fixed)
    if (entry[key] !== undefined)
      fault(key, () => `"${key}" of the known tool ${quoted(tool.name)} cannot be changed: leave the key out`)

  const { risk, permission, category, destructive, timeout, allowed_callers: callers } = entry
  if (risk !== undefined && risksFromLeast.indexOf(risk.value) < risksFromLeast.indexOf(tool.risk))
    looser("risk", tool.risk, risk.value)
  if (destructive?.value === false && tool.destructive) looser("destructive", "true", "false")
  if (timeout !== undefined && timeout.value > tool.timeoutMs)
    looser("timeout", durationText(tool.timeoutMs), durationText(timeout.value))
  // A policy rule for this permission type or category would no longer match the tool.
  for (const [key, given] of [
    ["permission", permission],
    ["category", category]
  ] as const)
    if (given !== undefined && tool[key] !== undefined && tool[key] !== given.value) looser(key, tool[key], given.value)
  const more = callers?.value.find((caller) => !tool.callers.includes(caller))
  if (callers !== undefined && more !== undefined)
    looser("allowed_callers", tool.callers.join(", "), callers.value.join(", "))

  const own = changing(listEffects(tool))
  const given = entry.side_effects?.value ?? []
  if (given.includes("read_only") && own.length > 0) looser("side_effects", own.join(", "), given.join(", "))
  // The class alone implies less than the lower class did: the tool would leave the groups of its effects.
  const effects = [...new Set([...own, ...changing(given)])]
  const { least, why } = pickHighest([{ least: tool.sideEffects, why: "the tool" }, ...implyClasses(effects)])
  const raised = entry.class?.value ?? least
  if (!coversClass(raised, least)) looser("class", `${least}, which ${why} implies,`, raised)
  if (!holds) return undefined
  return {
    ...tool,
    title: entry.title?.value ?? tool.title,
    description: entry.description?.value ?? tool.description,
    category: category?.value ?? tool.category,
    permission: permission?.value ?? tool.permission,
    risk: risk?.value ?? tool.risk,
    destructive: destructive?.value ?? tool.destructive,
    timeoutMs: timeout?.value ?? tool.timeoutMs,
    callers: callers === undefined ? tool.callers : [...new Set(callers.value)],
    sideEffects: raised,
    effects: raised === tool.sideEffects && given.length === 0 ? tool.effects : effects
  }
}

const changing = (effects: ReadonlyArray<SideEffect>) => effects.filter((effect) => effect !== "read_only")

const durationText = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`)
