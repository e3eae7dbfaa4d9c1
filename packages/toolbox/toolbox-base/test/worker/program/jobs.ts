import { type Ask, impossible } from "../../../src/jobs.ts"

/** The jobs of these tests. */
export const double = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => numbers.map((one) => 2 * one)

export const spin = (): never => {
  for (;;);
}

export const count = (numbers: ArrayLike<number>): number => numbers.length

export const ask = async (question: string, _: unknown, ask: Ask): Promise<unknown> => {
  const answer = await ask(question)
  if (answer === "wrong") throw impossible("That was the wrong answer.")
  return answer
}

export const fill = (): number => {
  const all: Array<Array<number>> = []
  for (;;) all.push(new Array(1_000_000).fill(all.length))
}
