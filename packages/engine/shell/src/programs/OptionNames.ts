import { type ClosedList, type Harm, readOption, type WrittenOption } from "@toolgate/program-facts"

/** A known option, harmless or not. */
export interface Option extends WrittenOption {
  /** The harm that the option does. Absent: the option is harmless. */
  readonly harm?: Harm
  /** The options that make this one harmless. */
  readonly liftedBy?: ReadonlyArray<string>
  /** Returns the harm that a value of the option does. */
  readonly check?: ClosedList["value"]
}

/** The options of a closed list, by their names. */
export class OptionNames {
  private readonly names = new Map<string, Option>()
  private readonly beginnings: Array<Option> = []

  constructor(
    { options = "", dangers = [], lifted = [], commands = [], value, dangerousValue }: ClosedList,
    style: ClosedList["style"]
  ) {
    const bundles = style === undefined
    for (const { options: words, ...harm } of dangers) {
      const liftedBy = lifted.find((one) => one.reason === harm.reason)?.options ?? []
      for (const word of words)
        for (const option of readOption(word, bundles)) this.add({ ...option, harm, liftedBy, check: dangerousValue })
    }
    for (const word of options.split(/\s+/))
      for (const option of readOption(word, bundles)) this.add({ ...option, check: value })
    for (const { of = "" } of commands)
      for (const word of of.split(/\s+/))
        for (const option of readOption(word, bundles))
          this.add({ ...option, harm: { reason: "starts what its value says" } })
  }

  private add(option: Option) {
    if (option.name.endsWith("*")) this.beginnings.push({ ...option, name: option.name.slice(0, -1) })
    else if (!this.names.has(option.name)) this.names.set(option.name, option)
  }

  get all(): ReadonlyArray<Option> {
    return [...this.names.values()]
  }

  /** Returns the option of exactly this name, or the option that ends in `*` and begins like the name. */
  exactly(name: string): Option | undefined {
    return this.names.get(name) ?? this.beginnings.find((option) => name.startsWith(option.name))
  }

  /** Returns the long options that a name may be short for. */
  shortFor(name: string): ReadonlyArray<Option> {
    return this.all.filter((option) => option.name.startsWith(name) && name.length > 2)
  }
}

const known = new WeakMap<ClosedList, OptionNames>()

/** Returns the options of a list, read in the style of its program. Cached for each list. */
export const getOptionNames = (list: ClosedList, style: ClosedList["style"]): OptionNames => {
  let names = known.get(list)
  if (names === undefined) {
    names = new OptionNames(list, style)
    known.set(list, names)
  }
  return names
}
