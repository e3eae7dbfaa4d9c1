import type { CommandResource } from "@toolgate/core"
import { type Act, fitsForm, isSameOption } from "@toolgate/shell"

/**
 * Whether a command does what a deny or ask pattern names, in any spelling. All options of the pattern must be among
 * those of the command. Its operands must come in the same order; the command may have others before them, behind the
 * subcommands, if the order of its operands does not matter. `open`: the command may have further operands.
 */
export const doesActOf = (pattern: Act, open: boolean, act: Act, { loose = [] }: CommandResource): boolean => {
  const forms = new Map(loose.map(({ at, pattern }) => [at, pattern]))
  const mayBe = (at: number, word: string, given: string) => {
    if (given === word) return true
    if (!forms.has(at)) return false
    const form = forms.get(at)
    return form === undefined || fitsForm(form, word)
  }
  return (
    pattern.options.every((wanted) =>
      act.options.some((given) => isSameOption(wanted, given) || (wanted.name === given.name && forms.has(given.at)))
    ) && hasOperands(pattern, open, act, mayBe)
  )
}

type MayBe = (at: number, word: string, given: string) => boolean

/** Whether an operand is one of the kind `of=file`, whose place does not matter. */
const isSetting = (word: string | undefined): boolean => word !== undefined && /^\w+=/.test(word)

const hasOperands = (pattern: Act, open: boolean, act: Act, mayBe: MayBe): boolean => {
  const wanted = pattern.operands
  // All positions in the pattern that some reading of the operands so far leads to.
  let places: ReadonlySet<number> = new Set([0])
  for (const { word, at, isDoubtful } of act.operands) {
    const next = new Set<number>()
    for (const place of places) {
      const one = wanted[place]
      const isAnywhere = act.hasTargets || (act.isUnordered && (pattern.subcommands > 0 || isSetting(one?.word)))
      const isBehind = isAnywhere && place >= pattern.subcommands
      if (isDoubtful || (open && (place === wanted.length || isBehind))) next.add(place)
      if (one !== undefined && mayBe(at, one.word, word)) next.add(place + 1)
    }
    places = next
  }
  return places.has(wanted.length)
}
