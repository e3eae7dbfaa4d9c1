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
  private readonly rule: NameRule

  constructor(rule: NameRule) {
    this.rule = rule
  }

  /** Keeps the name of a tool that the provider defines, for that tool alone. */
  reserve(tool: string, wire: string): void {
    this.claim(`the provider's tool ${JSON.stringify(tool)}`, wire)
  }

  /** Returns the name of one of the gate's tools: the given one, its own, or its own with "_" for characters that the provider lacks. */
  add(tool: string, given: string | undefined): string {
    const { rule } = this
    if (given !== undefined && (typeof given !== "string" || given === "" || fitted(given, rule) !== given))
      throw new DeclarationError(
        `The name ${JSON.stringify(given)} for ${JSON.stringify(tool)} is none that ${rule.provider} takes.`
      )
    const wire = given ?? fitted(tool, rule)
    this.claim(JSON.stringify(tool), wire)
    this.tools.set(wire, tool)
    this.wires.set(tool, wire)
    return wire
  }

  readonly toolOf = (wire: string): string | undefined => this.tools.get(wire)
  readonly wireOf = (tool: string): string | undefined => this.wires.get(tool)

  private readonly owners = new Map<string, string>()

  private claim(owner: string, wire: string): void {
    const other = this.owners.get(wire)
    if (other !== undefined)
      throw new DeclarationError(
        `${capital(other)} and ${owner} would both be ${JSON.stringify(wire)} for ${this.rule.provider}. Leave one of them out, or give one a name in the option "names".`
      )
    this.owners.set(wire, owner)
  }
}

const fitted = (tool: string, { others, most, first }: NameRule): string => {
  const clean = tool.replace(others, "_")
  return (first === undefined || first.test(clean) ? clean : `_${clean}`).slice(0, most)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
