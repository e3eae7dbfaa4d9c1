type Settings = { readonly prefix: string }

/** Computes the next version. Runs as a guest, without files or network. */
export default (
  { version, part = "patch" }: { readonly version: string; readonly part?: "major" | "minor" | "patch" },
  { settings }: { readonly settings: Settings }
) => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] }[part]
  return settings.prefix + next.join(".")
}
