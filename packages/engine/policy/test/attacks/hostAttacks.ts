import { hostSpellings, misleadingUrls } from "@toolgate/testing/hostile"
import { tools } from "../judging.ts"
import { type Attack, urls } from "./Attack.ts"

const { http_get, http_post, download } = tools

const granted = 'agents: { a: { net: [a.com, "*.b.com", "**.c.com", "d.com:8443", 10.0.0.1] } }'
const allowed = 'rules: { allow: ["http_post(domain:a.com)", "http_post(domain:*.b.com)"] }'
const noLoopback = 'rules: { deny: ["*(domain:127.0.0.1)", "*(domain:[::1])", "http_get(domain:b\u00fccher.example)"] }'

const at = (hosts: ReadonlyArray<string>) => hosts.map((host) => `http://${host}`)

/** Hosts that are spelled or joined so that they look like others. */
export const hostAttacks: ReadonlyArray<Attack> = [
  {
    attack: "a host that is granted",
    policy: granted,
    tool: http_get,
    calls: urls(
      ...["https://A.COM./x?y#z", "http://a.com:81", "http://x.b.com", "http://c.c.com", "http://x.y.c.com"],
      ...[
        "https://d.com:8443",
        "http://10.0.0.1",
        "http://0xa.1",
        "http://167772161",
        "http://012.0.0.1",
        "http://[::ffff:10.0.0.1]"
      ],
      ...at(hostSpellings["a.com"]),
      ...["http:a.com", "HTTP://a.com", "http:///a.com"]
    ),
    expect: "allow"
  },
  {
    attack: "a host that only looks like a granted one",
    policy: granted,
    tool: http_get,
    calls: urls(
      ...[
        "http://a.com.evil.org",
        "http://xa.com",
        "http://x.a.com",
        "http://a.co",
        "http://a.comm",
        "http://evil.org/a.com"
      ],
      ...[
        "http://evil.org?a.com",
        "http://evil.org#@a.com",
        "http://a.com%2eevil.org",
        "http://b.com",
        "http://x.y.b.com",
        "http://xb.com"
      ],
      ...[
        "http://c.com",
        "http://@evil.org",
        "http://xc.com",
        "http://c.c.com.evil.org",
        "http://d.com",
        "https://d.com"
      ],
      ...[
        "http://10.0.0.11",
        "http://10.0.0.1.evil.org",
        "http://110.0.0.1",
        "http://\u0430.com",
        "http://xn--80a.com",
        "http://a-com"
      ],
      ...["http://*.b.com.evil.org", "http://b.com.", "http://[::]", "http://localhost", "http://0"]
    ),
    expect: "deny"
  },
  {
    attack: "a URL that two programs read differently",
    policy: "rules: { allow: [http_get] }",
    tool: http_get,
    calls: urls(...misleadingUrls),
    expect: "refused"
  },
  {
    attack: "a URL that is not text",
    policy: "rules: { allow: [http_get] }",
    tool: http_get,
    calls: [{}, { url: null }, { url: 1 }, { url: ["http://a.com"] }, { url: { href: "http://a.com" } }],
    expect: "refused"
  },
  {
    attack: "a denied address, spelled differently",
    policy: noLoopback,
    tool: http_get,
    calls: urls(
      ...at(hostSpellings["127.0.0.1"]),
      ...at(hostSpellings["[::1]"]),
      ...at(hostSpellings["xn--bcher-kva.example"]),
      "http://127.0.0.1:8080"
    ),
    expect: "deny"
  },
  {
    attack: "a denied host, reached by other tools",
    policy:
      'rules: { deny: ["http_get(domain:**.evil.org)"] }\ntool_confirmation: { default: { WRITE: auto, NETWORK: auto } }',
    tool: http_post,
    calls: urls("http://x.evil.org", "http://x.y.EVIL.org."),
    expect: "deny"
  },
  {
    attack: "a denied host, downloaded from",
    policy:
      'rules: { deny: ["http_get(domain:**.evil.org)"] }\ntool_confirmation: { default: { WRITE: auto, NETWORK: auto } }',
    tool: download,
    calls: [{ url: "http://x.evil.org", to: "x" }],
    expect: "deny"
  },
  {
    attack: "a host of an allow rule",
    policy: allowed,
    tool: http_post,
    calls: urls("https://a.com", "http://x.b.com"),
    expect: "allow"
  },
  {
    attack: "a host beside that of an allow rule",
    policy: allowed,
    tool: http_post,
    calls: urls("http://a.com.evil.org", "http://x.a.com", "http://b.com", "http://x.y.b.com", "http://127.0.0.1"),
    expect: "ask"
  }
]
