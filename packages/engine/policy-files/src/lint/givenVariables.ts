import { confinementOf } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"
import { type LintedToolRule, lintedToolRules } from "./lintedToolRules.ts"

/** Variables that a later file only seems to give, and those that a command should rather not be given. */
export const givenVariables = (linted: Linted): ReadonlyArray<LintFinding> =>
  lintedToolRules(linted).flatMap((one) => {
    const given = givenBefore(one, linted)
    return (one.rule.env ?? []).flatMap(({ text, source }): ReadonlyArray<LintFinding> => {
      const found = (message: string) => [{ source, level: "warning" as const, code: "confinement" as const, message }]
      if (given !== undefined && !given.names.has(text))
        return found(
          `the variable "${text}" is not given to ${one.whose} by this: ${given.by} does not give it, and a later file can only take back`
        )
      return loader.test(text)
        ? found(
            `the variable "${text}" decides what code programs load: who can change the files that it names runs code in every command of ${one.whose}`
          )
        : []
    })
  })

/** What the first file gives any of the tools of a later one's rule; `undefined` for a rule of the first. */
const givenBefore = ({ tools, isFirst }: LintedToolRule, { files: [first] }: Linted) =>
  isFirst || first === undefined
    ? undefined
    : { by: first.config.name, names: new Set(tools.flatMap((tool) => confinementOf([first.config], tool).env)) }

// ld.so(8), dyld(1), sh(1), bash(1), node(1), python(1), perlrun(1), ruby(1), the JVM's guide, git(1).
const loader =
  /^(?:LD_\w+|DYLD_\w+|GCONV_PATH|ENV|BASH_ENV|NODE_OPTIONS|NODE_PATH|PYTHON(?:PATH|HOME|STARTUP)|PERL5(?:LIB|OPT|DB)|PERLLIB|RUBY(?:LIB|OPT)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_EXEC_PATH)$/
