import { createHash } from "node:crypto"
import { DeclarationError } from "../DeclarationError.ts"

/** The names that a provider takes. */
export interface NameRule {
  readonly provider: string
  readonly most: number
  /** The characters that a name may not have. */
  readonly others: RegExp
  /** The characters that a name may begin with. */
  readonly first?: RegExp
}

/** The names of OpenAI's functions: "a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64". */
export const openAiNames = { most: 64, others: /[^a-zA-Z0-9_-]/g }

/** The names of Anthropic's tools: `^[a-zA-Z0-9_-]{1,128}$`. */
export const anthropicNames = { most: 128, others: /[^a-zA-Z0-9_-]/g }

/**
 * The names of Gemini's functions: they begin with a letter or an underscore, and may have dots, colons and dashes. The length is 128
 * in the reference of the newest SDK, and 64 in older ones: 64 is taken by both.
 */
export const geminiNames = { most: 64, others: /[^a-zA-Z0-9_.:-]/g, first: /^[a-zA-Z_]/ }

/** The names of tools on the wire, both ways. A name is never split or guessed. */
export class WireNames {
  private readonly tools = new Map<string, string>()
  private readonly wires = new Map<string, string>()
  private readonly taken = new Set<string>()
  private readonly rule: NameRule

  constructor(rule: NameRule) {
    this.rule = rule
  }

  /** Takes the names of a tool that the provider defines. False if one of them belongs to another such tool. */
  reserve(names: ReadonlyArray<string>): boolean {
    if (names.some((name) => this.taken.has(name))) return false
    for (const name of names) this.taken.add(name)
    return true
  }

  /**
   * Names the gate's own tools: as the app says, or by their own names with "_" for characters that the provider lacks. Where several
   * would have one name, the tool whose own name it is keeps it, and a digest tells the others apart: their order says nothing.
   */
  add(tools: ReadonlyArray<string>, given: Readonly<Record<string, string>>): void {
    for (const tool of tools) if (Object.hasOwn(given, tool)) this.name(tool, this.checked(tool, given[tool]))
    const own = tools.filter((tool) => !this.wires.has(tool))
    for (const tool of own) if (fitted(tool, this.rule) === tool && !this.taken.has(tool)) this.name(tool, tool)
    const rest = own.filter((tool) => !this.wires.has(tool))
    const alike = Map.groupBy(rest, (tool) => fitted(tool, this.rule))
    for (const [wire, sharing] of alike) {
      const isFree = sharing.length === 1 && !this.taken.has(wire)
      for (const tool of sharing) this.name(tool, isFree ? wire : this.distinct(tool, wire))
    }
  }

  readonly toolOf = (wire: string): string | undefined => this.tools.get(wire)
  readonly wireOf = (tool: string): string | undefined => this.wires.get(tool)

  private name(tool: string, wire: string): void {
    this.taken.add(wire)
    this.tools.set(wire, tool)
    this.wires.set(tool, wire)
  }

  private checked(tool: string, given: string | undefined): string {
    const { rule } = this
    if (typeof given !== "string" || given === "" || fitted(given, rule) !== given)
      throw new DeclarationError(
        `The name ${JSON.stringify(given)} for ${JSON.stringify(tool)} is none that ${rule.provider} takes.`
      )
    if (this.taken.has(given))
      throw new DeclarationError(
        `The name ${JSON.stringify(given)} for ${JSON.stringify(tool)} is another tool's for ${rule.provider}. Give it another name in the option "names".`
      )
    return given
  }

  private distinct(tool: string, wire: string): string {
    const digest = createHash("sha256").update(tool).digest("hex")
    for (let digits = 8; ; digits++) {
      const name = `${wire.slice(0, this.rule.most - digits - 1)}_${digest.slice(0, digits)}`
      if (!this.taken.has(name)) return name
    }
  }
}

/**
 * Returns the names that tools have for every provider, by their own: with "_" for characters that one of them lacks, and at most 64
 * characters. Tools that would have one name are told apart as in a declaration. `others` are further characters that a name may not
 * have.
 *
 * ```ts
 * import { distinctNames } from "@toolgate/providers"
 *
 * const nameOf = distinctNames(["math.add", "math_add"])
 * console.log(nameOf("math_add")) // "math_add"
 * ```
 */
export const distinctNames = (
  tools: ReadonlyArray<string>,
  others: RegExp = openAiNames.others
): ((tool: string) => string) => {
  const names = new WireNames({ ...openAiNames, provider: "every provider", others })
  names.add(tools, {})
  return (tool) => names.wireOf(tool) ?? tool
}

const fitted = (tool: string, { others, most, first }: NameRule): string => {
  const clean = tool.replace(others, "_")
  return (first === undefined || first.test(clean) ? clean : `_${clean}`).slice(0, most)
}
