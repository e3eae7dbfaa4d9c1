import { tools } from "../judging.ts"
import { type Attack, commands, paths } from "./Attack.ts"

const { read_file, read_host, write_file, write_host, patch_file, copy_file, download, shell, start } = tools

const noEnv = 'rules: { deny: ["read_file(**/.env)"] }\ntool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }'
const env = [".env", "./.env", "src/../.env", "src/link", ".ENV", "$WS/.env", "//$WS/.env", ".env/", ".env/."]
const noDist =
  'rules: { deny: ["write_file(dist/**)"] }\ntool_confirmation: { default: { WRITE: auto, EXECUTE: auto } }'

/** Files that may not be read or written, through every tool that could do so. */
export const deniedFiles: ReadonlyArray<Attack> = [
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
      ...[
        "cd src && cat ../.env",
        "cd /; cat .env",
        "dd if=.env",
        "grep -f.env x",
        "grep -hf.env x",
        "curl -F f=@.env x"
      ],
      ...[
        "git show HEAD:.env",
        "source .env",
        ". .env",
        "base64 --wrap=0 .env",
        "ln -s .env z",
        "cat -- .env",
        "cat $WS/.env"
      ],
      ...[
        "find . -exec cat .env \\;",
        "sh -c 'cat .env'",
        "echo $(cat .env)",
        "echo $(< .env)",
        "cat <(cat .env)",
        "cat x;.env"
      ],
      ...[
        "tee .env < x",
        "node --env-file=.env x",
        "docker run --env-file .env x",
        "x --files=a,.env",
        "x 2> .env",
        "x &> .env"
      ]
    ),
    expect: "deny"
  },
  {
    attack: "a single file that may not be read, from the folder that it lies in",
    policy: 'rules: { deny: ["read_file(secret/k)"] }\ntool_confirmation: { default: { EXECUTE: auto } }',
    tool: shell,
    calls: commands(
      ...[
        "cd secret && cat k",
        "(cd secret; cat k)",
        "cd src; cat key",
        "cd src/toSecret && cat k",
        "cd $WS/secret && cat ./k"
      ],
      ...["cd secret && cd . && cat < k", "cd ./secret//; cat K"]
    ),
    expect: "deny"
  },
  {
    attack: "a file that may not be read, in words that a shell computes",
    policy: noEnv,
    tool: shell,
    calls: commands(
      "cd -P src && cd .. && cat k",
      "cat src/.en*",
      "cat src/.e*",
      "cat src/.env.*/../*nv",
      "cat */.e[n]v",
      "for f in src/.e*; do cat $f; done",
      "cat {.env,}",
      "cat $F",
      "cat .e$(echo nv)",
      "cat .e`echo nv`",
      "xargs cat < x"
    ),
    expect: "ask"
  },
  {
    attack: "a file that may not be read, among those that a wildcard finds",
    policy: noEnv,
    tool: shell,
    calls: commands(
      ...["cat .*", "cat .e*", "cat .en?", "cat .[e]nv", "cat src/*", "cat src/l*k", "head -5 s*/l?nk", "cat */link"],
      ...['for f in src/*; do cat "$f"; done', "cd src && cat *", 'd=src; cat "$d"/*', "grep x --file=.e*"]
    ),
    expect: "deny"
  },
  {
    attack: "files that may be read, among which a wildcard finds none that may not",
    policy: noEnv,
    tool: shell,
    calls: commands("cat dist/*", "cat src/*.ts", "cat *", "cat src/**/*.ts", 'for f in src/*.ts; do cat "$f"; done'),
    expect: "allow"
  },
  {
    attack: "a file that may not be read, in an argument vector",
    policy: noEnv,
    tool: start,
    calls: [
      ["cat", ".env"],
      ["cat", "./.env"],
      ["sh", "-c", "cat .env"],
      ["dd", "if=.env"]
    ].map((argv) => ({ argv })),
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
  }
]
