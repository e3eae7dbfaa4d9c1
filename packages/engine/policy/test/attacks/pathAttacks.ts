import { tools } from "../judging.ts"
import { type Attack, paths } from "./Attack.ts"

const { read_file, read_host, write_file, write_host } = tools

const readsSource = "agents: { a: { fs: [{ path: $WS/src, mode: rw }] } }"
const allowedSource = "permissions: { filesystem: { allowed_paths: [$WS/src] } }"
const writesSource = 'rules: { allow: ["write_file(src/**)"] }'
const inSource = [
  "src/a.ts",
  "./src/a.ts",
  "src//a.ts",
  "src/./a.ts",
  "src/../src/a.ts",
  "$WS/src/a.ts",
  "../ws/src/new"
]
const besideSource = ["src-evil/x", "srcx", "src/../x", "src/..", ".", "src/link", "SRC/a.ts", "src /a.ts", "src./a.ts"]
const noSecrets = 'rules: { deny: ["read_file(secret/**)"] }'
const secrets = [
  ...["secret", "secret/", "secret/k", "./secret//k", "src/../secret/k", "$WS/secret/k", "SECRET/K", "Secret/./new"],
  ...["src/toSecret/k", "src/key", "../ws/secret/k", "missing/../secret/k"]
]
const noOutside = 'rules: { deny: ["read_file($OUT/**)"] }'
const outside = ["$OUT/secret", "src/out/secret", "src/out", "../outside/secret", "src/dangling", "src/out/new/deep"]
const trusted = "tool_confirmation: { trusted_workspaces: [$WS] }"

/** Paths that are spelled, linked or joined so that they look like others. */
export const pathAttacks: ReadonlyArray<Attack> = [
  {
    attack: "a tree that is granted",
    policy: readsSource,
    tool: read_file,
    calls: paths(...inSource),
    expect: "allow"
  },
  {
    attack: "a path beside a granted tree",
    policy: readsSource,
    tool: read_file,
    calls: paths(...besideSource),
    expect: "deny"
  },
  {
    attack: "a path that is allowed",
    policy: allowedSource,
    tool: read_file,
    calls: paths(...inSource),
    expect: "allow"
  },
  {
    attack: "a path beside an allowed one",
    policy: allowedSource,
    tool: read_file,
    calls: paths(...besideSource),
    expect: "deny"
  },
  {
    attack: "a path of an allow rule",
    policy: writesSource,
    tool: write_file,
    calls: paths(...inSource),
    expect: "allow"
  },
  {
    attack: "a path beside that of an allow rule",
    policy: writesSource,
    tool: write_file,
    calls: paths(...besideSource),
    expect: "ask"
  },
  {
    attack: "a path that a relative deny rule names",
    policy: noSecrets,
    tool: read_file,
    calls: paths(...secrets),
    expect: "deny"
  },
  {
    attack: "a path that only begins like that of a deny rule",
    policy: noSecrets,
    tool: read_file,
    calls: paths("secretly/k", "src/secret/k", "secret2"),
    expect: "allow"
  },
  {
    attack: "an absolute deny rule, reached through links",
    policy: noOutside,
    tool: read_host,
    calls: paths(...outside),
    expect: "deny"
  },
  {
    attack: "an absolute deny rule, written through a dangling link",
    policy: noOutside,
    tool: write_host,
    calls: paths(...outside),
    expect: "deny"
  },
  {
    attack: "a way out of the workspace",
    policy: "rules: { allow: [read_file, write_file] }",
    tool: read_file,
    calls: paths(
      ...[
        "..",
        "../outside/secret",
        "/etc/passwd",
        "src/out/secret",
        "../ws-evil/x",
        "src/dangling",
        "src/out/../secret"
      ],
      ...["/proc/self/root/etc/passwd", "missing/../../outside/secret", "src/loop", "", "a\0b", "\ud800"]
    ),
    expect: "refused"
  },
  {
    attack: "a path that is not text",
    policy: "",
    tool: read_file,
    calls: [{}, { path: null }, { path: 1 }, { path: ["src/a.ts"] }, { path: { toString: "src/a.ts" } }, { file: "x" }],
    expect: "refused"
  },
  {
    attack: "a name in another form of Unicode",
    policy: 'rules: { deny: ["read_file(**/caf\u00e9*)", "read_file(\u03a3\u0391\u03a3*)", "read_file(\u212aey)"] }',
    tool: read_file,
    calls: paths(
      "cafe\u0301",
      "CAFE\u0301.txt",
      "caf\u00e9",
      "\u03a3\u0391\u03a3",
      "\u03a3\u0391\u03a3\u0391",
      "\u03c3\u03b1\u03c3.x",
      "key"
    ),
    expect: "deny"
  },
  {
    attack: "a trusted workspace",
    policy: trusted,
    tool: write_host,
    calls: paths("x", "src/a.ts", "$WS/x", "src/link"),
    expect: "allow"
  },
  {
    attack: "what lies outside of a trusted workspace",
    policy: trusted,
    tool: write_host,
    calls: paths("$OUT/x", "src/out/x", "../ws-evil/x", "..", "src/dangling", "/etc/x"),
    expect: "ask"
  },
  {
    attack: "a workspace that only begins like a trusted one",
    policy: "tool_confirmation: { trusted_workspaces: [$WS/s, $WS/src, $OUT] }",
    tool: write_file,
    calls: paths("x"),
    expect: "ask"
  }
]
