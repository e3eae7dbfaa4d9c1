import type { SideEffectClass } from "@toolgate/core"

/** The names that random worlds are made of. There are few, so that the parts of a world match. */
export const toolNames = ["read_file", "write_file", "edit", "fetch", "download", "shell", "run", "calc"] as const
export const aliases = ["cat_file", "__proto__", "constructor", "sh"] as const
export const agents = ["agent-1", "agent-2", "__proto__"] as const
export const roles = ["worker", "coder", "constructor"] as const
export const tasks = ["review", "build"] as const
export const sessions = ["day", "night"] as const
export const categories = ["code", "web", "data", "math", "memory", "routing", "misc"] as const
export const workspaces = ["/ws", "/home/me/code", "/WS"] as const
export const classes: ReadonlyArray<SideEffectClass> = ["NONE", "READ", "WRITE", "EXECUTE", "NETWORK"]

/** Selectors without a pattern: names, aliases, built-in groups, and groups that the first file defines. */
export const selectors: ReadonlyArray<string> = [
  ...toolNames,
  ...aliases,
  ...["*", "group:all", "group:read", "group:write", "group:code", "group:web", "group:data", "group:math"],
  ...["group:memory", "group:routing"],
  ...["group:mine", "group:ours", "unknown_tool"]
]

export const paths: ReadonlyArray<string> = [
  ...[
    "/ws",
    "/ws/src/a",
    "/ws/SRC/A",
    "/ws/src/lib/b",
    "/ws/.env",
    "/ws/src/.ENV",
    "/ws/caf\u00e9/x",
    "/ws/cafe\u0301/x"
  ],
  ...[
    "/ws-evil/a",
    "/WS/src/a",
    "/home/me/code/src/a",
    "/home/me/code",
    "/home/me/.bashrc",
    "/etc/hosts",
    "/",
    "/ws/[x]"
  ]
]

export const trees: ReadonlyArray<string> = ["/", "/ws", "/ws/src", "/ws-evil", "/home/me", "/etc", "/WS", "/ws/src/a"]

export const pathPatterns: ReadonlyArray<string> = [
  ...[
    "**",
    "*",
    "src/**",
    "SRC/*",
    "s?c/**",
    "**/.env",
    "**/a",
    "/etc/**",
    "/ws/**",
    "/**/b",
    "/ws/src",
    "src//a",
    "./src/./a"
  ],
  ...[
    ".",
    "/",
    "**/src/**/b",
    "caf\u00e9/**",
    "CAFE\u0301/x",
    "caf?/x",
    "\\[x\\]",
    "/**",
    "/home/*/code/**",
    "**/**",
    "*/*/*"
  ]
]

export const hosts: ReadonlyArray<string> = [
  ...["example.org", "api.example.org", "a.api.example.org", "evil.org", "example.org.evil.org", "notexample.org"],
  ...["127.0.0.1", "[::1]"]
]

export const hostPatterns: ReadonlyArray<string> = [
  ...["example.org", "*.example.org", "**.example.org", "API.Example.ORG.", "**.api.example.org", "*.evil.org", "**"],
  ...["127.0.0.1", "[::1]:443", "**:80", "*.example.org:443", "**.org", "example.org:*"]
]

export const ports = [80, 443] as const

export const programs: ReadonlyArray<string> = ["git", "/usr/bin/git", "rm", "./git"]

export const words: ReadonlyArray<string> = [
  ...["push", "remote", "add", ""],
  ...["-r", "-rf", "--force", "--rec", "--recursive", "-C", "-c", "--", "-"]
]

export const programFolders = ["/opt/a", "/opt/a/bin", "/ws/node_modules/.bin"] as const

export const variables = ["LANG", "PATH", "CI", "API_URL", "API_PATH"] as const
