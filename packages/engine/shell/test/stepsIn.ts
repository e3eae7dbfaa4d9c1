import type { Grammar } from "../src/loadGrammar.ts"
import { ReadingBudget } from "../src/ReadingBudget.ts"

/** Returns the steps that a text takes, or the steps after which the grammar gives up. */
export const stepsIn = (grammar: Grammar, text: string): number => {
  let steps = 0
  const budget = new ReadingBudget()
  const take = budget.take.bind(budget)
  budget.take = () => {
    steps++
    return take()
  }
  grammar(text, budget)?.delete()
  return steps
}

/** Texts on which the grammar is slow. The grammar gives some of them up. */
export const slowTexts = [
  "<".repeat(3_000),
  "a=(".repeat(1_000),
  "?(a) ".repeat(2_000),
  "<<a\n".repeat(800),
  "<<a\n".repeat(8_000),
  "a|".repeat(1_000),
  "\t,|".repeat(1_000),
  "a;".repeat(3_000),
  "ab ".repeat(9_000),
  `git commit -m "${"a, b: c; ".repeat(2_000)}"`,
  `${"cat <<E\n$x\nE\n".repeat(300)}`
]
