/** The tools of projects whose own options are known: pnpm and yarn start them by their names, and others by `exec`. */
export const projectTools = `tsc eslint prettier biome vitest jest mocha stylelint oxlint playwright vite webpack rollup
  esbuild next nuxt astro tsup tsdown c8 nyc pytest ruff mypy black flake8 pylint isort pyright rspec rubocop phpunit phpstan
  phpcs markdownlint`

const names = new Set(projectTools.split(/\s+/))

/**
 * Whether a program is one that a project is checked and built with. A pattern that allows a launcher of the project's
 * tools covers such a program without naming it, with its harmless words, and no other. A path may lead to anything.
 */
export const isProjectTool = (program: string): boolean => names.has(program)
