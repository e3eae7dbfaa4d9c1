import { tools } from "../judging.ts"
import { type Attack, commands, paths } from "./Attack.ts"

const { read_file, read_host, write_file, write_host, patch_file, copy_file, download, shell, start } = tools

const readsSource = "agents: { a: { fs: [{ path: $WS/src, mode: rw }] } }"
const allowedSource = "permissions: { filesystem: { allowed_paths: [$WS/src] } }"
const writesSource = 'rules: { allow: ["write_file(src/**)"] }'
const inSource = ["src/a.ts", "./src/a.ts", "src//a.ts", "src/./a.ts", "src/../src/a.ts", "$WS/src/a.ts", "../ws/src/new"]
const besideSource = ["src-evil/x", "srcx", "src/../x", "src/..", ".", "src/link", "SRC/a.ts", "src /a.ts", "src./a.ts"]
const noSecrets = 'rules: { deny: ["read_file(secret/**)"] }'
const secrets = [
  ...["secret", "secret/", "secret/k", "./secret//k", "src/../secret/k", "$WS/secret/k", "SECRET/K", "Secret/./new"],
  ...["src/toSecret/k", "src/key", "../ws/secret/k", "missing/../secret/k"]
]
const noOutside = 'rules: { deny: ["read_file($OUT/**)"] }'
const outside = ["$OUT/secret", "src/out/secret", "src/out", "../outside/secret", "src/dangling", "src/out/new/deep"]
const noEnv = 'rules: { deny: ["read_file(**/.env)"] }\ntool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }'
const env = [".env", "./.env", "src/../.env", "src/link", ".ENV", "$WS/.env", "//$WS/.env", ".env/", ".env/."]
const noDist = 'rules: { deny: ["write_file(dist/**)"] }\ntool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }'
const trusted = "tool_confirmation: { trusted_workspaces: [$WS] }"

/** Paths that are spelled, linked and joined so that they pass for others. */
export const pathAttacks: ReadonlyArray<Attack> = [
  { attack: "a tree that is granted", policy: readsSource, tool: read_file, calls: paths(...inSource), expect: "allow" },
  {
    attack: "a path beside a granted tree",
    policy: readsSource,
    tool: read_file,
    calls: paths(...besideSource),
    expect: "deny"
  },
  { attack: "a path that is allowed", policy: allowedSource, tool: read_file, calls: paths(...inSource), expect: "allow" },
  {
    attack: "a path beside an allowed one",
    policy: allowedSource,
    tool: read_file,
    calls: paths(...besideSource),
    expect: "deny"
  },
  { attack: "a path of an allow rule", policy: writesSource, tool: write_file, calls: paths(...inSource), expect: "allow" },
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
      ...["..", "../outside/secret", "/etc/passwd", "src/out/secret", "../ws-evil/x", "src/dangling", "src/out/../secret"],
      ...["/proc/self/root/etc/passwd", "missing/../../outside/secret", "src/loop", "", "a\0b", "\ud800"]
    ),
    expect: "refused"
  },
  {
    attack: "a path that is no text",
    policy: "",
    tool: read_file,
    calls: [{}, { path: null }, { path: 1 }, { path: ["src/a.ts"] }, { path: { toString: "src/a.ts" } }, { file: "x" }],
    expect: "refused"
  },
  ...[read_file, read_host, write_file, write_host, patch_file].map(
    (tool): Attack => ({
      attack: `a file that may not be read, through ${tool.name}`,
      policy: noEnv,
      tool,
      calls: paths(...env),
      expect: "deny"
    })
  ),
  {
    attack: "a file that may not be read, copied",
    policy: noEnv,
    tool: copy_file,
    calls: [
      ...env.map((from) => ({ from, to: "x" })),
      ...env.map((to) => ({ from: "x", to })),
      { from: ".env", to: ".env" }
    ],
    expect: "deny"
  },
  {
    attack: "a path that the rule of a tool that reads and writes names",
    policy: 'rules: { deny: ["copy_file(secret/**)"] }\ntool_confirmation: { default: { WRITE: auto } }',
    tool: copy_file,
    calls: [
      { from: "secret/k", to: "x" },
      { from: "x", to: "secret/k" },
      { from: "src/key", to: "x" }
    ],
    expect: "deny"
  },
  {
    attack: "a file that may not be read, downloaded over",
    policy: noEnv,
    tool: download,
    calls: env.map((to) => ({ url: "https://example.org", to })),
    expect: "deny"
  },
  {
    attack: "a file that may not be read, named to a program",
    policy: noEnv,
    tool: shell,
    calls: commands(
      ...["cat .env", "cat < .env", "echo x > .env", "echo x >> src/../.env", "cat src/link", "cat .ENV", "cat '.e'nv"],
      ...["cd src && cat ../.env", "cd /; cat .env", "dd if=.env", "grep -f.env x", "grep -hf.env x", "curl -F f=@.env x"],
      ...["git show HEAD:.env", "source .env", ". .env", "base64 --wrap=0 .env", "ln -s .env z", "cat -- .env", "cat $WS/.env"],
      ...["find . -exec cat .env \\;", "sh -c 'cat .env'", "echo $(cat .env)", "echo $(< .env)", "cat <(cat .env)", "cat x;.env"],
      ...["tee .env < x", "node --env-file=.env x", "docker run --env-file .env x", "x --files=a,.env", "x 2> .env", "x &> .env"]
    ),
    expect: "deny"
  },
  {
    attack: "a single file that may not be read, from the folder that it lies in",
    policy: 'rules: { deny: ["read_file(secret/k)"] }\ntool_confirmation: { default: { EXECUTE: auto } }',
    tool: shell,
    calls: commands(
      ...["cd secret && cat k", "(cd secret; cat k)", "cd src; cat key", "cd src/toSecret && cat k", "cd $WS/secret && cat ./k"],
      ...["env -C secret cat k", "cd src && cd ../secret && cat k", "cd secret && cd . && cat < k", "cd ./secret//; cat K"]
    ),
    expect: "deny"
  },
  {
    attack: "a file that may not be read, in words that a shell computes",
    policy: noEnv,
    tool: shell,
    calls: commands("cat .e*", "cat .en?", "cat {.env,}", "cat $F", "cat .e$(echo nv)", "cat .e`echo nv`", "xargs cat < x"),
    expect: "ask"
  },
  {
    attack: "a file that may not be read, in an argument vector",
    policy: noEnv,
    tool: start,
    calls: [["cat", ".env"], ["cat", "./.env"], ["sh", "-c", "cat .env"], ["dd", "if=.env"]].map((argv) => ({ argv })),
    expect: "deny"
  },
  {
    attack: "a file that no tool may read, named to a program",
    policy: 'rules: { deny: ["*(**/.env)"] }\ntool_confirmation: { default: { EXECUTE: auto } }',
    tool: shell,
    calls: commands("cat .env", "cat < .env", "cd src && cat ../.env"),
    expect: "deny"
  },
  {
    attack: "a file that no reading tool may read, named to a program",
    policy: 'rules: { deny: ["group:read(**/.env)"] }\ntool_confirmation: { default: { EXECUTE: auto } }',
    tool: shell,
    calls: commands("cat .env", "cat < .env", "cd src && cat ../.env"),
    expect: "deny"
  },
  {
    attack: "a file that no tool may read",
    policy: 'rules: { deny: ["*(**/.env)"] }',
    tool: read_host,
    calls: paths(...env),
    expect: "deny"
  },
  {
    attack: "a file that may not be written",
    policy: noDist,
    tool: patch_file,
    calls: paths("dist/x", "DIST/x", "src/../dist/x", "dist"),
    expect: "deny"
  },
  {
    attack: "a file that may not be written, by redirection",
    policy: noDist,
    tool: shell,
    calls: commands("echo x > dist/x", "x 2>> dist/x", "cd dist && echo x > y", "x <> dist/x", "x >| dist/x"),
    expect: "deny"
  },
  {
    attack: "a file that may only not be written",
    policy: noDist,
    tool: read_file,
    calls: paths("dist/x"),
    expect: "allow"
  },
  {
    attack: "a name in another form of Unicode",
    policy: 'rules: { deny: ["read_file(**/caf\u00e9*)", "read_file(\u03a3\u0391\u03a3*)", "read_file(\u212aey)"] }',
    tool: read_file,
    calls: paths("cafe\u0301", "CAFE\u0301.txt", "caf\u00e9", "\u03a3\u0391\u03a3", "\u03a3\u0391\u03a3\u0391", "\u03c3\u03b1\u03c3.x", "key"),
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
