import { resolveConfinement } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"
import { type LintedToolRule, listToolRules } from "./listToolRules.ts"

/**
 * Returns findings about environment variables: a variable in a later file that has no effect, and a variable that
 * commands should not get.
 */
export const lintVariables = (linted: Linted): ReadonlyArray<LintFinding> =>
  listToolRules(linted).flatMap((one) => {
    const given = givenBefore(one, linted)
    return (one.rule.env ?? []).flatMap(({ text, source }): ReadonlyArray<LintFinding> => {
      const found = (message: string) => [{ source, level: "warning" as const, code: "confinement" as const, message }]
      if (given !== undefined && !given.names.has(text))
        return found(
          `this entry does not give the variable "${text}" to ${one.whose}: ${given.by} does not list it, and a later file can only take variables away`
        )
      return loader.test(text)
        ? found(
            `the variable "${text}" decides which code programs load: anyone who can change the files that it names can run code in every command of ${one.whose}`
          )
        : []
    })
  })

/**
 * Returns the variables that the first file gives to the tools of a later file's entry; `undefined` for an entry of the
 * first file.
 */
const givenBefore = ({ tools, isFirst }: LintedToolRule, { files: [first] }: Linted) =>
  isFirst || first === undefined
    ? undefined
    : { by: first.config.name, names: new Set(tools.flatMap((tool) => resolveConfinement([first.config], tool).env)) }

// Sources: ld.so(8), dyld(1), sh(1), bash(1), node(1), python(1), perlrun(1), ruby(1), the JVM's guide, git(1).
const loader =
  /^(?:LD_\w+|DYLD_\w+|GCONV_PATH|ENV|BASH_ENV|NODE_OPTIONS|NODE_PATH|PYTHON(?:PATH|HOME|STARTUP)|PERL5(?:LIB|OPT|DB)|PERLLIB|RUBY(?:LIB|OPT)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_EXEC_PATH)$/
