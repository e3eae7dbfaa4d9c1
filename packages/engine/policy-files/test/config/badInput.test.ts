import { describe, expect, it } from "vitest"
import { problemsOf } from "./ask.ts"

type Row = readonly [text: string, ...problems: ReadonlyArray<string>]

/** The first line is always the version. */
const each = (rows: ReadonlyArray<Row>) =>
  it.each(rows)("is refused: %j", (text, ...problems) => {
    expect(problemsOf(`version: 1\n${text}`)).toEqual(problems)
  })

describe("a text that is not one plain YAML document", () => {
  it.each<Row>([
    ["", '1:1 the file is empty; write at least "version: 1"'],
    ["# nothing\n", '1:1 the file is empty; write at least "version: 1"'],
    ["---\n", '1:1 the file is empty; write at least "version: 1"'],
    ["null", '1:1 the file is empty; write at least "version: 1"'],
    ["version", "1:1 the policy must be a map, not a string"],
    ["[version: 1]", "1:1 the policy must be a map, not a list"],
    ["version: 1\n---\nversion: 1\n", "2:1 a second document begins; a policy is a single document"],
    ["%YAML 1.1\n---\nversion: 1\n", '1:1 directives such as "%YAML 1.1" are not supported; a policy is YAML 1.2'],
    ["%X\n---\nversion: 1\n", '1:1 directives such as "%X" are not supported; a policy is YAML 1.2'],
    ["version: !!int 1", '1:10 tags are not supported; put "!!int" in quotes if you mean the text'],
    ["version: !x 1", '1:10 tags are not supported; put "!x" in quotes if you mean the text'],
    ["version: &v 1", '1:10 anchors are not supported; put "&v" in quotes if you mean the text'],
    [
      "version: &v 1\nquotas: { t: { per_agent: *v } }",
      '1:10 anchors are not supported; put "&v" in quotes if you mean the text',
      '2:27 aliases are not supported; put "*v" in quotes if you mean the text'
    ],
    ["version: 1\n<<: { tools: {} }", "2:1 merge keys are not supported; write out the keys"],
    ["version: 1\n? [a]\n: b", "2:3 a key must be text"],
    ["version: 1\n: b", "2:1 a key must be text"],
    ["version: 1\ntools:\n\ta: {}", '3:1 this is not YAML: Tabs are not allowed as indentation, at "a: {}"'],
    [
      "version: [1",
      "1:12 this is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]"
    ],
    ['version: "1', '1:12 this is not YAML: Missing closing "quote'],
    [
      `>  deny: \t${"x".repeat(200)}`,
      `1:4 this is not YAML: Not a YAML token: deny: \\u0009${"x".repeat(95)}, at "deny: \\t${"x".repeat(17)}…"`
    ],
    ["version: @1", '1:10 this is not YAML: Plain value cannot start with reserved character @, at "@1"'],
    ["version: 1\nname: a: b", '2:7 this is not YAML: Nested mappings are not allowed in compact mappings, at "a: b"'],
    [
      "version: 1\0",
      "1:11 the text contains the character U+0000, which is not visible as it is read; remove it, or escape it in double quotes"
    ],
    [
      "version: 1 # \u202e\n\n# \u2028",
      "1:14 the text contains the character U+202E, which is not visible as it is read; remove it, or escape it in double quotes",
      "3:3 the text contains the character U+2028, which is not visible as it is read; remove it, or escape it in double quotes"
    ],
    [
      "\ufeff\ufeffversion: 1",
      "1:1 the text contains the character U+FEFF, which is not visible as it is read; remove it, or escape it in double quotes"
    ],
    ["# a\rversion: 1", "1:4 the line ends in a carriage return alone; end lines in a line feed"],
    [
      "version: 1 # \ud800",
      "1:14 the text contains the character U+D800, which is not visible as it is read; remove it, or escape it in double quotes"
    ]
  ])("is refused: %j", (text, ...problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })
})

describe("a version", () => {
  it.each<Row>([
    ["tools: {}", '1:1 a policy needs the key "version"'],
    ["version: 2", "1:10 the file has version 2, and only version 1 is supported"],
    ["version: 1.0", "1:10 the file has version 1.0, and only version 1 is supported"],
    ['version: "1"', '1:10 "version" must be the number 1, not "1"'],
    ["version:", '1:1 "version" is empty, which differs from absent: give it a value, or leave it out']
  ])("is refused: %j", (text, ...problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })
})

describe("a key", () => {
  each([
    ["tool: {}", '2:1 unknown key "tool" in a policy; did you mean "tools"?'],
    [
      "__proto__: {}",
      '2:1 unknown key "__proto__" in a policy; there are version, default, tools, groups, layers, agents, permissions, rules, protected, unprotected, secrets, not_secrets, tool_confirmation, programs, quotas and tests'
    ],
    [
      'rules: { constructor: [], "a\\nb\\u202e": [] }',
      '2:10 unknown key "constructor" in "rules"; there are deny, ask, allow and harmless_variables',
      '2:27 unknown key "a\\nb\\u202e" in "rules"; there are deny, ask, allow and harmless_variables'
    ],
    ["rules: {}\nrules: {}", '3:1 the key "rules" is repeated, first on line 2'],
    ["tools: { a: {}, 'a': {} }", '2:17 the key "a" is repeated, first on line 2'],
    ["rules:", '2:1 "rules" is empty, which differs from absent: write {} for none, or leave it out'],
    ["rules: ~", '2:1 "rules" is empty, which differs from absent: write {} for none, or leave it out'],
    ["rules: { deny: }", '2:10 "deny" is empty, which differs from absent: write [] for none, or leave it out'],
    ["rules: { deny: null }", '2:10 "deny" is empty, which differs from absent: write [] for none, or leave it out'],
    [
      "rules: { deny: [~] }",
      '2:17 an item of "deny" is empty, which differs from absent: give it a value, or leave it out'
    ],
    ["rules: [a]", '2:8 "rules" must be a map, not a list'],
    [
      `${"x".repeat(200)}: 1`,
      `2:1 unknown key "${"x".repeat(64)}…" in a policy; there are version, default, tools, groups, layers, agents, permissions, rules, protected, unprotected, secrets, not_secrets, tool_confirmation, programs, quotas and tests`
    ]
  ])
})

describe("a tool's rule", () => {
  each([
    ["tools: { a b: {} }", '2:10 "a b" is not the name of a tool: use 1 to 128 letters, digits, "_", "." and "-"'],
    ['tools: { "*": {} }', '2:10 "*" is not the name of a tool: list each tool by its name'],
    ["tools: { group:read: {} }", '2:10 "group:read" is not the name of a tool: list each tool by its name'],
    ["tools: { a: { sandbox: wasn } }", '2:24 unknown sandbox "wasn"; did you mean "wasm"?'],
    ["tools: { a: { sandbox: Host } }", '2:24 unknown sandbox "Host"; did you mean "host"?'],
    [
      "tools: { a: { sandbox: docker } }",
      '2:24 unknown sandbox "docker"; there are host, wasm, microvm, remote and provider'
    ],
    ["tools: { a: { sandbox: 1 } }", '2:24 "sandbox" must be one of host, wasm, microvm, remote, provider, not 1'],
    ["default: { allowed: no }", '2:21 "allowed" must be true or false, not "no"; YAML 1.2 reads "no" as text'],
    ["default: { allowed: Yes }", '2:21 "allowed" must be true or false, not "Yes"; YAML 1.2 reads "Yes" as text'],
    ["default: { allowed: 0 }", '2:21 "allowed" must be true or false, not 0'],
    ["default: { alowed: false }", `2:12 unknown key "alowed" in a tool's rule; did you mean "allowed"?`]
  ])
})

describe("a limit", () => {
  const limit = (limits: string, ...problems: ReadonlyArray<string>): Row => [
    `default: { limits: { ${limits} } }`,
    ...problems
  ]
  each([
    limit("wall_time: 30", '2:33 "wall_time" needs a unit (ms, s, m, h), as in "30s"'),
    limit("wall_time: '30'", '2:33 "wall_time" needs a unit (ms, s, m, h), as in "30s"'),
    limit("wall_time: 0", '2:33 "wall_time" needs a unit (ms, s, m, h), as in "30s"'),
    limit("wall_time: 0s", '2:33 "wall_time" must be more than zero, not "0s"'),
    limit("wall_time: 0.000s", '2:33 "wall_time" must be more than zero, not "0.000s"'),
    limit("wall_time: -1s", '2:33 "wall_time" must be a duration with a unit (ms, s, m, h), as in 30s, not "-1s"'),
    limit("wall_time: .nan", '2:33 "wall_time" must be a duration with a unit (ms, s, m, h), as in 30s, not .nan'),
    limit("wall_time: .inf", '2:33 "wall_time" must be a duration with a unit (ms, s, m, h), as in 30s, not .inf'),
    limit("wall_time: 1e3s", '2:33 "wall_time" must be a duration with a unit (ms, s, m, h), as in 30s, not "1e3s"'),
    limit("wall_time: 30 s", '2:33 "wall_time" must be a duration with a unit (ms, s, m, h), as in 30s, not "30 s"'),
    limit("wall_time: 1d", '2:33 unknown unit "d" in "wall_time"; there are ms, s, m and h'),
    limit("wall_time: 30S", '2:33 unknown unit "S" in "wall_time"; did you mean "s"?'),
    limit("wall_time: 1.0005s", '2:33 "wall_time" must be a whole number of milliseconds'),
    limit("wall_time: 0.5ms", '2:33 "wall_time" must be a whole number of milliseconds'),
    limit("wall_time: 597h", '2:33 "wall_time" must be at most 2147483647 milliseconds'),
    limit("wall_time: 99999999999999999999h", '2:33 "wall_time" must be at most 2147483647 milliseconds'),
    limit(
      "wall_time: unlimitd",
      '2:33 "wall_time" must be a duration with a unit (ms, s, m, h), as in 30s, not "unlimitd"'
    ),
    limit("cpu_time: true", '2:32 "cpu_time" must be a duration with a unit (ms, s, m, h), as in 30s, not true'),
    limit("memory: 64MIB", '2:30 unknown unit "MIB" in "memory"; did you mean "MiB"?'),
    limit("memory: 64m", '2:30 unknown unit "m" in "memory"; did you mean "MB"?'),
    limit("memory: 9007199254740992B", '2:30 "memory" must be at most 9007199254740991 bytes'),
    limit("memory: 0.1B", '2:30 "memory" must be a whole number of bytes'),
    limit(
      "output: unlimited",
      '2:30 "output" must be a size with a unit (B, KB, MB, GB, KiB, MiB, GiB), as in 64MiB, not "unlimited"'
    ),
    limit("processes: 0", '2:33 "processes" must be a whole number from 1 up, not 0'),
    limit("processes: 1.5", '2:33 "processes" must be a whole number from 1 up, not 1.5'),
    limit("processes: 010", '2:33 "processes" must be a whole number from 1 up, not 010'),
    limit("processes: 0x10", '2:33 "processes" must be a whole number from 1 up, not 0x10'),
    limit("processes: '4'", '2:33 "processes" must be a whole number from 1 up, not "4"'),
    limit("processes: 9007199254740993", '2:33 "processes" must be at most 9007199254740991'),
    limit(
      "time: 30s",
      '2:22 unknown key "time" in limits; there are wall_time, cpu_time, memory, processes, output and chain'
    )
  ])
})

describe("a group", () => {
  each([
    ["groups: { a: b }", '2:14 "a" must be a list of tools, not "b"; write ["b"]'],
    ["groups: { group:a: [] }", '2:11 write the group "group:a" without "group:"'],
    ["groups: { a b: [] }", '2:11 "a b" is not a valid name for a group: use letters, digits, "_", "." and "-"'],
    ["groups: { read: [] }", '2:11 the group "read" is built in; choose another name'],
    ['groups: { a: ["group:a"] }', '2:15 the group "a" contains itself: a → a'],
    [
      'groups: { a: ["group:b"], b: [x, "group:c"], c: ["group:a", "group:d"], d: ["group:c"] }',
      '2:50 the group "a" contains itself: a → b → c → a',
      '2:77 the group "c" contains itself: c → d → c'
    ],
    ['groups: { a: ["group:reads"] }', '2:15 unknown group "group:reads"; did you mean "group:read"?'],
    [
      'layers: { global: { deny: ["group:__proto__"] } }',
      '2:28 unknown group "group:__proto__"; there are group:all, group:read, group:write, group:code, group:web, group:data, group:math, group:memory and group:routing'
    ]
  ])

  it("can be nested thirty-two deep, and no deeper", () => {
    const groups = (count: number) =>
      `version: 1\ngroups:\n${Array.from({ length: count }, (_, i) => ` g${i}: ["group:g${i + 1}"]\n`).join("")} g${count}: [a]\n`
    expect(problemsOf(groups(31))).toEqual([])
    expect(problemsOf(groups(40))).toEqual(['11:2 the group "g8" contains groups that are nested more than 32 deep'])
  })

  it("is found in a cycle of thousands", () => {
    const ring = Array.from({ length: 5000 }, (_, i) => ` g${i}: ["group:g${(i + 1) % 5000}"]\n`).join("")
    expect(problemsOf(`version: 1\ngroups:\n${ring}`)).toEqual([
      '5002:10 the group "g0" contains itself: g0 → g1 → g2 → g3 → g4 → g5 → … → g0'
    ])
  })
})

describe("a layer", () => {
  each([
    ["layers: { role: {} }", '2:11 unknown key "role" in "layers"; did you mean "roles"?'],
    ["layers: { roles: { a: } }", '2:20 "a" is empty, which differs from absent: write {} for none, or leave it out'],
    [
      "layers: { roles: { a: { readonly: true } } }",
      '2:25 unknown key "readonly" in a role; did you mean "read_only"?'
    ],
    [
      "layers: { tasks: { '': {} } }",
      '2:20 "" is not a valid name for a task: use 1 to 256 characters, without control characters'
    ],
    [
      "layers: { global: { deny: [shell(rm)] } }",
      '2:28 "shell(rm)" is not a tool; write patterns for arguments under "rules"'
    ],
    [
      "layers: { global: { deny: [a b] } }",
      '2:28 "a b" is not a tool: write a name of letters, digits, "_", "." and "-", "*", "mcp__*", "mcp__SERVER__*", or "group:" and a name'
    ],
    ["layers: { global: { deny: [*] } }", '2:28 aliases are not supported; put "*" in quotes if you mean the text'],
    [
      "layers: { global: { deny: [1] } }",
      '2:28 an item of "deny" must be a tool, "*" or "group:NAME", not 1; write "1" if you mean the text'
    ]
  ])
})

describe("an agent", () => {
  each([
    [
      "agents: { a: { role: codr } }\nlayers: { roles: { coder: {} } }",
      '2:22 unknown role "codr"; did you mean "coder"?'
    ],
    [
      "agents: { a: { fs: [{ path: data, mode: r }] } }",
      '2:29 the path "data" is not absolute; begin it with "/" or "~/"'
    ],
    [
      "agents: { a: { fs: [{ path: ~root/x, mode: r }] } }",
      '2:29 the path "~root/x" is not absolute; begin it with "/" or "~/"'
    ],
    [
      "agents: { a: { fs: [{ path: /a/../b, mode: r }] } }",
      '2:29 the path "/a/../b" contains ".."; write the path without it'
    ],
    [
      "agents: { a: { fs: [{ path: /a/*, mode: r }] } }",
      '2:29 the path "/a/*" contains "*"; a path covers everything beneath it, and patterns belong under "rules"'
    ],
    [
      "agents: { a: { fs: [{ path: ~, mode: r }] } }",
      '2:29 "path" is empty: "~" alone means nothing in YAML; write "~/"'
    ],
    ['agents: { a: { fs: [{ path: "/a\\0", mode: r }] } }', '2:29 the path "/a\\u0000" contains a control character'],
    [
      `agents: { a: { fs: [{ path: /${"a/".repeat(2048)}, mode: r }] } }`,
      `2:29 the path "/${"a/".repeat(31)}a…" is longer than 4096 characters`
    ],
    ["agents: { a: { fs: [{ path: /a, mode: x }] } }", '2:39 unknown mode "x"; there are r, w and rw'],
    ["agents: { a: { fs: [{ path: /a, mode: rwx }] } }", '2:39 unknown mode "rwx"; did you mean "rw"?'],
    ["agents: { a: { fs: [{ path: /a }] } }", '2:21 a file capability needs the key "mode"'],
    ["agents: { a: { fs: [/a] } }", '2:21 an item of "fs" must be a map, not "/a"'],
    [
      "agents: { a: { net: [https://a.b/] } }",
      '2:22 the host pattern "https://a.b/" holds more than a host and a port'
    ],
    ["tools: { a: { net: [x/y] } }", '2:21 the host pattern "x/y" holds more than a host and a port'],
    [
      "default: { net: example.org }",
      '2:17 "net" must be a list of host patterns, not "example.org"; write ["example.org"]'
    ],
    ['agents: { a: { net: ["a.*.b"] } }', '2:22 the host pattern "a.*.b" may hold "*" or "**" only as its first label']
  ])

  each([
    [
      "tools: { a: { env: [A-B, 1A, A_1] } }",
      '2:21 "A-B" is not the name of a variable: use letters, digits and "_", and do not begin with a digit',
      '2:26 "1A" is not the name of a variable: use letters, digits and "_", and do not begin with a digit'
    ],
    [
      "tools: { a: { env: [TOKEN=hunter2, $HOME] } }",
      '2:21 write the variable "TOKEN" by its name alone; its value is taken from the gate\'s environment',
      '2:36 write the variable "HOME" by its name alone; its value is taken from the gate\'s environment'
    ],
    [
      `tools: { a: { env: ["\${CI}", ""] } }`,
      '2:21 write the variable "CI" by its name alone; its value is taken from the gate\'s environment',
      '2:30 "" is not the name of a variable: use letters, digits and "_", and do not begin with a digit'
    ],
    [
      'tools: { a: { path: [bin, ./node_modules/.bin, "/a:b", /, "/x/../y", "/opt/*"] } }',
      '2:22 the path "bin" is not absolute; begin it with "/" or "~/"',
      '2:27 the path "./node_modules/.bin" is not absolute; begin it with "/" or "~/"',
      '2:48 the path "/a:b" contains ":", which separates the folders of programs',
      "2:56 the path / contains everything; name a folder of programs",
      '2:59 the path "/x/../y" contains ".."; write the path without it',
      '2:70 the path "/opt/*" contains "*"; a path covers everything beneath it, and patterns belong under "rules"'
    ],
    ["tools: { a: { env: CI } }", '2:20 "env" must be a list of names of variables, not "CI"; write ["CI"]'],
    ["tools: { a: { env: { CI: x } } }", '2:20 "env" must be a list of names of variables, not a map'],
    ["tools: { a: { env: } }", '2:15 "env" is empty, which differs from absent: write [] for none, or leave it out'],
    [
      "tools: { a: { unconfined: yes } }",
      '2:27 "unconfined" must be true or false, not "yes"; YAML 1.2 reads "yes" as text'
    ]
  ])

  it("cannot name an unknown home folder", () => {
    const text = "version: 1\nagents: { a: { fs: [{ path: ~/x, mode: r }] } }\nrules: { deny: ['read_file(~/x)'] }"
    expect(problemsOf(text, { home: undefined })).toEqual([
      '2:29 the path "~/x" begins with a home folder, but the user has no home folder',
      '3:17 the rule "read_file(~/x)" names a home folder, but the user has no home folder'
    ])
  })
})

describe("a permission type", () => {
  each([
    ["permissions: { filesytem: {} }", '2:16 unknown permission type "filesytem"; did you mean "filesystem"?'],
    [
      "permissions: { shell: { allowed_paths: [tmp] } }",
      '2:41 the path "tmp" is not absolute; begin it with "/" or "~/"'
    ],
    [
      "permissions: { shell: { requires_approval: on } }",
      '2:44 "requires_approval" must be true or false, not "on"; YAML 1.2 reads "on" as text'
    ]
  ])
})

describe("a rule", () => {
  const cut =
    ', after "rules: { deny: [shell(rm #a)] }"; " #" begins a comment, so put text that contains " #" in quotes'
  each([
    ["rules: { deny: [''] }", '2:17 the rule "" names no tool'],
    ["rules: { deny: ['(x)'] }", '2:17 the rule "(x)" names no tool'],
    [
      "rules: { deny: ['shell()'] }",
      '2:17 the rule "shell()" has an empty pattern; leave the parentheses out to mean every call'
    ],
    ["rules: { deny: ['shell(rm'] }", '2:17 the rule "shell(rm" does not end in ")"'],
    [
      "rules: { deny: [shell(rm #a)] }\n#]}",
      `3:4 this is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]${cut}`,
      `3:4 this is not YAML: Flow map in block collection must be sufficiently indented and end with a }${cut}`
    ],
    [
      "rules: { deny: [shell(a, b)] }",
      '2:17 the rule "shell(a" does not end in ")"; put a rule that contains "," or " #" in quotes',
      '2:26 the rule "b)" does not begin with a tool: a name of letters, digits, "_", "." and "-", "*", "mcp__*", "mcp__SERVER__*", or "group:" and a name; put a rule that contains "," or " #" in quotes'
    ],
    ["rules: { ask: ['group:reed(x)'] }", '2:16 unknown group "group:reed"; did you mean "group:read"?'],
    [
      `rules: { ask: ['a(${"x".repeat(5000)})'] }`,
      `2:16 the rule "a(${"x".repeat(62)}…" is longer than 4096 characters`
    ],
    ["rules: { ask: [{ shell: rm }] }", '2:16 an item of "ask" must be a rule, as in "read_file(src/**)", not a map']
  ])
})

describe("a confirmation", () => {
  each([
    ["protected: [a/../b]", '2:13 the pattern "a/../b" holds ".."; write where it leads'],
    ["secrets: .env", '2:10 "secrets" must be a list of path patterns, not ".env"; write [".env"]'],
    [
      "not_secrets: [1]",
      '2:15 an item of "not_secrets" must be a path pattern, as in ".husky" or "**/deploy", not 1; write "1" if you mean the text'
    ],
    ["unprotected: .husky", '2:14 "unprotected" must be a list of path patterns, not ".husky"; write [".husky"]'],
    ["tool_confirmation: { default: { WRIT: auto } }", '2:33 unknown side-effect class "WRIT"; did you mean "WRITE"?'],
    [
      "tool_confirmation: { default: { write: auto } }",
      '2:33 unknown side-effect class "write"; did you mean "WRITE"?'
    ],
    [
      "tool_confirmation: { default: { WRITE: ask } }",
      '2:40 unknown mode "ask"; there are auto, prompt, prompt_once and deny'
    ],
    ["tool_confirmation: { per_tool: { a: promt } }", '2:37 unknown mode "promt"; did you mean "prompt"?'],
    [
      "tool_confirmation: { per_session: { s: auto } }",
      '2:40 "s" must be a map of modes by side-effect class, not "auto"'
    ],
    [
      "tool_confirmation: { trusted_workspaces: ~/code }",
      '2:42 "trusted_workspaces" must be a list of paths, not "~/code"; write ["~/code"]'
    ],
    ["tool_confirmation: { trusted_workspaces: [.] }", '2:43 the path "." is not absolute; begin it with "/" or "~/"'],
    [
      "tool_confirmation: { sessions_may_losen: true }",
      '2:22 unknown key "sessions_may_losen" in "tool_confirmation"; did you mean "sessions_may_loosen"?'
    ]
  ])
})

describe("a quota", () => {
  each([
    [
      "quotas: { a: { per_hour: 1 } }",
      '2:16 unknown key "per_hour" in a quota; there are per_session, per_agent and per_minute'
    ],
    ["quotas: { a: { per_agent: -1 } }", '2:27 "per_agent" must be a whole number from 0 up, not -1'],
    ["quotas: { a: { per_agent: .inf } }", '2:27 "per_agent" must be a whole number from 0 up, not .inf'],
    ["quotas: { a: { per_agent: 1e3 } }", '2:27 "per_agent" must be a whole number from 0 up, not 1e3'],
    ["quotas: { a: { per_agent: unlimited } }", '2:27 "per_agent" must be a whole number from 0 up, not "unlimited"'],
    ["quotas: { a: 10 }", '2:14 "a" must be a map, not 10']
  ])
})

describe("a test", () => {
  each([
    ["tests: [{ call: { tool: a } }]", '2:9 a test needs the key "expect"'],
    ["tests: [{ call: { args: {} }, expect: deny }]", `2:11 a test's call needs the key "tool"`],
    ["tests: [{ call: { tool: a }, expect: denied }]", '2:38 unknown decision "denied"; there are allow, ask and deny'],
    ["tests: [{ call: { tool: a, args: [] }, expect: deny }]", '2:34 "args" must be a map, not a list'],
    [
      "tests: [{ call: { tool: a, args: { b: } }, expect: deny }]",
      '2:39 a value is empty; write "null" if you mean null'
    ],
    [
      "tests: [{ call: { tool: a, args: { b: [.nan] } }, expect: deny }]",
      "2:40 .nan is not a number that JSON can represent"
    ],
    [
      "tests: [{ call: { tool: a, args: { b: 1e999 } }, expect: deny }]",
      "2:39 1e999 is not a number that JSON can represent"
    ],
    [
      "tests: [{ call: { tool: a, context: { rol: x } }, expect: deny }]",
      `2:39 unknown key "rol" in a test's context; did you mean "role"?`
    ],
    [
      "tests: [{ call: { tool: a, context: { workspace: w } }, expect: deny }]",
      '2:50 the path "w" is not absolute; begin it with "/" or "~/"'
    ],
    [
      "tests: [{ call: { tool: group:read }, expect: deny }]",
      '2:25 "group:read" is not the name of a tool: list each tool by its name'
    ]
  ])
})
