// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { FileReading, readYaml } from "@toolgate/yaml-reading"
import { expect, it } from "vitest"
import { checkPlaceholders, httpShape } from "../../src/http/httpShape.ts"
import { parseTemplate } from "./httpCalls.ts"

const faultsOf = (text: string, names?: ReadonlyArray<string>) => {
  const reading = new FileReading({ name: "a.yaml", what: "request", least: "url: https://a.example/" })
  const template = readYaml(text, httpShape, reading)
  if (template !== undefined && names !== undefined) checkPlaceholders(template, names, reading)
  return (reading.faults?.problems ?? []).map(({ source, message }) => `${source}: ${message}`)
}

it.each([
  [
    "https://{host}/x",
    "a.yaml:1:14: the scheme, the host and the port of a URL are fixed: they cannot contain an argument"
  ],
  [
    "https://a.example:{port}/x",
    "a.yaml:1:24: the scheme, the host and the port of a URL are fixed: they cannot contain an argument"
  ],
  [
    "{scheme}://a.example/x",
    "a.yaml:1:6: the scheme, the host and the port of a URL are fixed: they cannot contain an argument"
  ],
  [
    "https://{user}@a.example/",
    "a.yaml:1:14: the scheme, the host and the port of a URL are fixed: they cannot contain an argument"
  ],
  [
    "https://a.example{rest}",
    "a.yaml:1:23: the scheme, the host and the port of a URL are fixed: they cannot contain an argument"
  ],
  [
    "https://a.example\\{x}/",
    "a.yaml:1:23: this character is not allowed in a URL; write it with percent signs, as in %20 for a blank"
  ],
  ["https://ada:pw@a.example/", 'a.yaml:1:14: the URL holds credentials; give them under "headers", by a reference'],
  ["file:///etc/passwd", "a.yaml:1:6: the URL must begin with https:// or http://"],
  ["ftp://a.example/", "a.yaml:1:6: the URL must begin with https:// or http://"],
  ["/x", 'a.yaml:1:6: the URL must begin with "https://" or "http://" and a host'],
  ["https:///x", "a.yaml:1:14: the URL has no valid host"],
  ["https://a b/x", "a.yaml:1:14: the URL has no valid host"],
  ["https://a.example:99999/", "a.yaml:1:14: the URL has no valid host"],
  [
    "https://a.example/?key=${env:KEY}",
    'a.yaml:1:29: a URL must not contain secrets, because it is shown and logged; give them under "headers"'
  ],
  ["https://a.example/a/../b", 'a.yaml:1:26: a path must not have the parts "." and ".."'],
  ["https://a.example/%2e%2E/b", 'a.yaml:1:24: a path must not have the parts "." and ".."'],
  ["https://a.example/?{name}=1", 'a.yaml:1:25: an argument must follow "=" in a query, as in "?name={name}"'],
  [
    "https://a.example/{no name}",
    "a.yaml:1:27: this character is not allowed in a URL; write it with percent signs, as in %20 for a blank"
  ],
  [
    "https://a.example/{1}",
    'a.yaml:1:24: a brace in a URL must be part of a placeholder, as in "{name}"; write %7B and %7D'
  ],
  [
    "https://a.example/%zz",
    "a.yaml:1:24: this character is not allowed in a URL; write it with percent signs, as in %20 for a blank"
  ],
  ["https://a.example/x#y", "a.yaml:1:24: a URL must not have a fragment, because servers do not see it"]
])("refuses the URL %s", (url, fault) => {
  expect(faultsOf(`url: ${url.includes("#") || url.startsWith("{") ? JSON.stringify(url) : url}\n`)).toEqual([
    url.includes("#") || url.startsWith("{") ? fault.replace(/^a.yaml:1:\d+/, "a.yaml:1:6") : fault
  ])
})

it.each([
  ["Host", 'the header "Host" belongs to the connection, and is set for each request; leave it out'],
  [
    "content-length",
    'the header "content-length" belongs to the connection, and is set for each request; leave it out'
  ],
  ["Transfer-Encoding", "belongs to the connection"],
  ["Connection", "belongs to the connection"],
  ["Proxy-Authorization", "belongs to the connection"],
  ["Idempotency-Key", "is set for each call, from the call's own key"],
  ["X Y", "is not a valid name"],
  ["X:Y", "is not a valid name"]
])("refuses the header %s", (name, why) => {
  expect(faultsOf(`url: https://a.example/\nheaders:\n  "${name}": a\n`)[0]).toMatch(/^a\.yaml:3:3: /)
  expect(faultsOf(`url: https://a.example/\nheaders:\n  "${name}": a\n`)[0]).toContain(why)
})

it.each([
  ["{token} ${env:KEY}", 'the header "X-A" contains a secret and an argument; use a separate header for each'],
  ["a\\r\\nHost: b", 'the header "X-A" has characters other than those of printable ASCII'],
  ["é", 'the header "X-A" has characters other than those of printable ASCII'],
  ["", 'the header "X-A" is empty'],
  ["${env:1}", 'the reference that begins with "${env:1}" is invalid: it does not name a variable']
])("refuses the value %j of a header", (value, why) => {
  expect(faultsOf(`url: https://a.example/\nheaders: { X-A: "${value}" }\n`)).toEqual([`a.yaml:2:17: ${why}`])
})

it("refuses a duplicate header", () => {
  expect(faultsOf("url: https://a.example/\nheaders: { x-a: b, X-A: c }\n")).toEqual([
    'a.yaml:2:25: the header "X-A" is given twice'
  ])
})

it.each([
  ["items[?a", "a.yaml:2:18: this is not JMESPath, at character 8: Expected Rbracket, got: EOF"],
  ["a b", "a.yaml:2:13: this is not JMESPath, at character 3: Unexpected token type: UnquotedIdentifier, value: b"],
  ["a.b ^", "a.yaml:2:15: this is not JMESPath, at character 5: Unknown character:^"],
  ["lenght(a)", 'a.yaml:2:11: unknown JMESPath function "lenght"; did you mean "length"?'],
  ["a.constructor(b)", 'a.yaml:2:13: unknown JMESPath function "constructor"']
])("reports the position of the fault in the expression %j", (response, fault) => {
  expect(faultsOf(`url: https://a.example/\nresponse: ${response}\n`)[0]).toContain(fault)
})

it("refuses an expression that is long or deep", () => {
  expect(faultsOf(`url: https://a.example/\nresponse: ${"a".repeat(1025)}\n`)[0]).toContain(
    "longer than 1024 characters"
  )
  expect(faultsOf(`url: https://a.example/\nresponse: "${"(".repeat(1024)}"\n`)).toHaveLength(1)
})

it("names an undeclared argument, with the nearest one, at each of its positions", () => {
  const text = [
    "method: POST",
    "url: https://a.example/{ownr}?q={query}",
    "headers: { X-Note: '{noet}' }",
    "body: { title: '{titel}', size: [1, '{zzzzzz}'] }"
  ].join("\n")
  expect(faultsOf(text, ["owner", "query", "note", "title"])).toEqual([
    'a.yaml:2:24: unknown argument "ownr" in an HTTP request; did you mean "owner"?',
    'a.yaml:3:20: unknown argument "noet" in an HTTP request; did you mean "note"?',
    'a.yaml:4:16: unknown argument "titel" in an HTTP request; did you mean "title"?',
    'a.yaml:4:37: unknown argument "zzzzzz" in an HTTP request; there are owner, query, note and title'
  ])
})

it.each([
  ["body: arguments", 'a GET request has no body; leave "body" out'],
  ["method: POST\nbody: 3", '"body" must be "arguments", "none", a placeholder such as "{note}", or a map, not 3'],
  ["method: POST\nbody: other", '"body" must be "arguments", "none"'],
  ["method: POST\nbody: { a: '${env:KEY}' }", "a body must not contain secrets"],
  ["method: POST\nbody: { a: }", 'a value is empty; write "null" if you mean null'],
  ["method: TRACE", 'unknown method "TRACE"'],
  ["max_bytes: 1GiB", '"max_bytes" must be at most 16MiB'],
  ["hedaers: {}", 'unknown key "hedaers" in an HTTP request; did you mean "headers"?']
])("refuses %j", (text, why) => {
  expect(faultsOf(`url: https://a.example/\n${text}\n`).join("\n")).toContain(why)
})

it("parses the host as policies write it, and the port of the scheme", () => {
  const hostOf = (url: string) => {
    const { judgedHost, port } = parseTemplate({ url }).url
    return `${judgedHost} ${port}`
  }
  expect(hostOf("https://A.Example./x")).toBe("a.example 443")
  expect(hostOf("http://0x7f.1")).toBe("127.0.0.1 80")
  expect(hostOf("http://bücher.example:8080/")).toBe("xn--bcher-kva.example 8080")
  expect(hostOf("http://[0:0:0:0:0:0:0:1]:81/")).toBe("[::1] 81")
})
