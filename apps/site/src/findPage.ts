const pages: ReadonlyArray<readonly [RegExp, string]> = [
  [/^README\.md$/, "index.md"],
  [/^docs\/README\.md$/, "documentation.md"],
  [/^docs\/decisions\/README\.md$/, "decisions/index.md"],
  [/^docs\/((?:decisions\/)?[^/]+\.md)$/, "$1"],
  [/^apps\/cli\/README\.md$/, "command-line.md"],
  [/^apps\/site\/playground\.md$/, "playground.md"],
  [/^CHANGELOG\.md$/, "changes.md"],
  [/^CONTRIBUTING\.md$/, "contributing.md"],
  [/^SECURITY\.md$/, "report-a-bypass.md"]
]

/** Returns the page of the site that shows a file of the repository. Returns `undefined` if there is none. */
export const findPage = (file: string): string | undefined => {
  for (const [pattern, page] of pages) if (pattern.test(file)) return file.replace(pattern, page)
  return undefined
}
