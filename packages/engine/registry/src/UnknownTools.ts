import {
  type Asker,
  type Gated,
  type Principal,
  quoted,
  RecentMap,
  refuse,
  sortByDistance,
  type ToolDefinition
} from "@toolgate/core"
import { formatList } from "./formatLiteral.ts"

/**
 * Refuses calls of unknown tools and suggests visible names, closest first.
 *
 * Comparing a name with a thousand others takes as long as a hundred look-ups, and models repeat their mistakes. So the
 * refusals for principals without a ceiling are cached until the tools change, up to a limit. If the policy hides tools,
 * nothing is cached, because its answer may depend on any fact about the asker.
 */
export class UnknownTools {
  private readonly list: () => ReadonlyArray<ToolDefinition>
  private readonly visible: (asker: Asker) => ReadonlyArray<ToolDefinition>
  private readonly keeps: boolean
  private kept = new RecentMap<Gated<never>>(maxKept)
  /** The list of tools for which the refusals were cached. */
  private listed: ReadonlyArray<ToolDefinition> | undefined = undefined

  /** `list` has to return the same list until the tools change. */
  constructor(
    list: () => ReadonlyArray<ToolDefinition>,
    visible: (asker: Asker) => ReadonlyArray<ToolDefinition>,
    keeps: boolean
  ) {
    this.list = list
    this.visible = visible
    this.keeps = keeps
  }

  answer(asked: string, asker: Asker): Gated<never> {
    if (typeof asked !== "string") return refuse("ToolNotFound", "The name of a tool must be a string.")
    if (!this.keeps || !isUnbounded(asker.principal) || asked.length > 128) return notFound(asked, this.visible(asker))
    const tools = this.list()
    if (tools !== this.listed) this.kept = new RecentMap(maxKept)
    this.listed = tools
    const key = `${asker.caller.kind} ${asked}`
    const known = this.kept.get(key)
    if (known !== undefined) return known
    const answer = notFound(asked, this.visible(asker))
    this.kept.set(key, answer)
    return answer
  }
}

const maxKept = 256
const maxListed = 20

const isUnbounded = (principal: Principal): boolean =>
  principal.ceiling.tools === "any" && (principal.parent === undefined || isUnbounded(principal.parent))

const notFound = (asked: string, visible: ReadonlyArray<ToolDefinition>): Gated<never> => {
  const names = visible.map((tool) => tool.name)
  const available = sortByDistance(asked, names)
  const known = available.length === 0 ? "No tool is available." : `Available: ${formatList(available, maxListed)}.`
  return refuse("ToolNotFound", `Tool ${quoted(asked)} not found. ${known}`, {
    available: available.slice(0, maxListed),
    more: Math.max(0, available.length - maxListed)
  })
}
