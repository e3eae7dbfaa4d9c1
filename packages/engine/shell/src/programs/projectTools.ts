/**
 * The tools of projects whose options are listed. pnpm and yarn start these by their names, and other programs with
 * `exec`.
 */
export const projectTools = `tsc eslint prettier biome vitest jest mocha stylelint oxlint playwright vite webpack rollup
  esbuild next nuxt astro tsup tsdown c8 nyc pytest unittest ruff mypy black flake8 pylint isort pyright rspec rubocop phpunit phpstan
  phpcs markdownlint`

const names = new Set(projectTools.split(/\s+/))

/**
 * Whether a program is a tool that checks or builds a project. A pattern that allows a launcher of such tools covers
 * this program, with its harmless words, without naming it. Paths are no such programs, because a path may lead to
 * anything.
 */
export const isProjectTool = (program: string): boolean => names.has(program)
