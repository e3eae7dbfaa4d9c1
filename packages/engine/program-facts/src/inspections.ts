import type { DangerousWord } from "./Program.ts"

type Inspection = (words: ReadonlyArray<string>) => ReadonlyArray<DangerousWord>

/** Checks of all words of a command, for programs with words that neither options nor operands describe. */
export const inspections: Readonly<Record<string, Inspection>> = {
  env: (words) => [
    ...words
      .filter((word) =>
        /^(?:PATH|LD_[A-Z_]+|DYLD_[A-Z_]+|BASH_ENV|ENV|IFS|NODE_OPTIONS|PYTHON[A-Z]+|PERL5[A-Z]+|RUBYOPT|GIT_[A-Z_]+)=/.test(
          word
        )
      )
      .map((word) => ({ word, reason: "sets a variable that decides what is started" })),
    ...(words.every((word) => /^-|=/.test(word))
      ? [{ word: "env", reason: "shows the whole environment, secrets among it" }]
      : [])
  ],
  mise: (words) => words.flatMap((word) => (word === ":::" ? [{ word, reason: "begins another task" }] : [])),
  pacman: (words) => {
    const given = words.filter((word) => /^-[A-Za-z]+$/.test(word))
    const isQuery = /[gils]/.test(given.join("")) && !/[cpu]/.test(given.join(""))
    return isQuery
      ? []
      : given
          .filter((word) => word.includes("S"))
          .map((word) => ({ word, reason: "installs, removes or fetches packages" }))
  }
}
