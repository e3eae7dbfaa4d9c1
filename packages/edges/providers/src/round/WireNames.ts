import { createHash } from "node:crypto"
import { DeclarationError } from "../DeclarationError.ts"

/** A provider's rule for names. */
export interface NameRule {
  readonly provider: string
  readonly most: number
  /** The characters that are not allowed. */
  readonly others: RegExp
  /** The characters allowed at the start. */
  readonly first?: RegExp
}

/** The names of OpenAI's functions: "a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64". */
export const openAiNames = { most: 64, others: /[^a-zA-Z0-9_-]/g }

/** The names of Anthropic's tools: `^[a-zA-Z0-9_-]{1,128}$`. */
export const anthropicNames = { most: 128, others: /[^a-zA-Z0-9_-]/g }

/**
 * The names of Gemini's functions: a letter or underscore first, then also dots, colons and dashes. Older SDKs document
 * a limit of 64 characters and the newest 128; 64 satisfies both.
 */
export const geminiNames = { most: 64, others: /[^a-zA-Z0-9_.:-]/g, first: /^[a-zA-Z_]/ }

/** The wire names of tools, in both directions. A name is never parsed or guessed. */
export class WireNames {
  private readonly tools = new Map<string, string>()
  private readonly wires = new Map<string, string>()
  private readonly taken = new Set<string>()
  private readonly rule: NameRule

  constructor(rule: NameRule) {
    this.rule = rule
  }

  /** Reserves the names of a provider-defined tool. False if another such tool has one of them. */
  reserve(names: ReadonlyArray<string>): boolean {
    if (names.some((name) => this.taken.has(name))) return false
    for (const name of names) this.taken.add(name)
    return true
  }

  /**
   * Names the gate's tools: the app's choice, or the tool's name with "_" for unsupported characters. On a collision,
   * the tool with exactly this name keeps it and the others get a digest, regardless of their order.
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
        `The name ${JSON.stringify(given)} for ${JSON.stringify(tool)} is not valid for ${rule.provider}.`
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
 * Returns names that every provider accepts, by tool: unsupported characters become "_", with at most 64 characters.
 * Colliding names get a digest, as in a declaration. `others` are further characters to replace.
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
