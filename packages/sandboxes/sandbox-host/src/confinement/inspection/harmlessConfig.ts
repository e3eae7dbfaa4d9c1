/**
 * Whether a git configuration starts no program and includes no other file. That holds if all keys are on the list of
 * harmless keys, and the text has the form that git writes. An unreadable text is not harmless.
 *
 * Source: git-config(1). Missing keys either name programs (`core.fsmonitor`, `alias`, `filter`, `credential`), name
 * more configuration (`core.hooksPath`, `include.path`), or are not needed in a new repository.
 */
export const isHarmlessConfig = (text: string): boolean => {
  if (text.length > longest || isReference(text)) return text.length <= longest
  let section = ""
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue
    const header = /^\[([A-Za-z0-9-]+)(?: "((?:[^"\\]|\\["\\])*)")?\]\s*$/.exec(line)
    if (header !== null) {
      section = `${header[1]?.toLowerCase()}${header[2] === undefined ? "" : ".*"}`
      continue
    }
    // Trimmed by hand: a pattern with blanks at both ends would take cubic time.
    const [, key, given = "true"] = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=(.*))?$/.exec(line.trim()) ?? []
    const value = given.trim()
    // A trailing backslash would continue the value on the next line.
    if (key === undefined || section === "" || /\\$|[\0\r]/.test(line)) return false
    if (!isHarmless(`${section}.${key.toLowerCase()}`, value)) return false
  }
  return true
}

const longest = 256 * 1024

// In a submodule's folder, a branch may be called "config". Git does not read it as a configuration.
const isReference = (text: string): boolean =>
  /^[0-9a-f]{40,64}\n$/.test(text) || /^(?:[0-9a-f]{40,64} [0-9a-f]{40,64} [^\n]*\n)+$/.test(text)

const isHarmless = (key: string, value: string): boolean => {
  const holds = values.get(key)
  if (holds !== undefined) return holds.test(value)
  return keys.has(key) || key.startsWith("advice.") || (key.startsWith("color.") && !key.endsWith(".pager"))
}

const keys: ReadonlySet<string> = new Set(
  `core.repositoryformatversion core.filemode core.bare core.logallrefupdates core.ignorecase core.precomposeunicode core.symlinks
   core.worktree core.autocrlf core.eol core.safecrlf core.sharedrepository core.longpaths core.protectntfs core.protecthfs
   core.untrackedcache core.abbrev core.quotepath core.compression core.preloadindex core.sparsecheckout core.sparsecheckoutcone
   extensions.worktreeconfig extensions.objectformat extensions.compatobjectformat extensions.partialclone extensions.preciousobjects
   extensions.refstorage extensions.noop index.sparse index.version index.threads
   remote.*.fetch remote.*.push remote.*.tagopt remote.*.prune remote.*.prunetags remote.*.mirror remote.*.promisor
   remote.*.partialclonefilter remote.*.skipdefaultupdate remote.*.skipfetchall
   branch.*.merge branch.*.rebase branch.*.description branch.autosetupmerge branch.autosetuprebase branch.sort
   submodule.*.active submodule.*.path submodule.*.branch submodule.*.ignore submodule.*.shallow
   submodule.*.fetchrecursesubmodules submodule.active submodule.recurse submodule.fetchjobs
   user.name user.email user.useconfigonly author.name author.email committer.name committer.email
   init.defaultbranch pull.rebase pull.ff push.default push.autosetupremote push.followtags fetch.prune fetch.prunetags
   fetch.parallel fetch.recursesubmodules rebase.autostash rebase.autosquash merge.conflictstyle merge.ff rerere.enabled gc.auto
   gc.autodetach maintenance.auto log.date status.submodulesummary diff.submodule lfs.repositoryformatversion`.split(
    /\s+/
  )
)

/**
 * An address to fetch from: a path, a host, or a URL with a scheme that git implements itself. Other forms start a
 * program.
 */
const address =
  /^(?:(?:https?|ssh|git|file):\/\/[^\s"\\]+|(?!-)(?![A-Za-z0-9+.-]+::?\/?\/)(?![A-Za-z0-9+.-]*::)[^\s"\\]+)$/

const values: ReadonlyMap<string, RegExp> = new Map([
  ["core.fsmonitor", /^false$/],
  ["remote.*.url", address],
  ["remote.*.pushurl", address],
  ["remote.pushdefault", address],
  ["branch.*.remote", address],
  ["branch.*.pushremote", address],
  ["submodule.*.url", address],
  ["submodule.*.update", /^(?:checkout|rebase|merge|none)$/]
])
