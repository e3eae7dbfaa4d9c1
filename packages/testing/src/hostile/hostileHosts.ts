/**
 * Hosts and the alternative spellings that browsers and programs accept for them.
 *
 * ```ts
 * import { hostSpellings } from "@toolgate/testing/hostile"
 *
 * const here = hostSpellings["127.0.0.1"].map((host) => `http://${host}:3000/`)
 * console.log(here.includes("http://0x7f000001:3000/")) // true
 * ```
 */
export const hostSpellings = {
  "127.0.0.1": [
    ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "017700000001", "0x7f000001", "0x7f.0.0.1", "0x7f.0.0.0x1"],
    ...["0x7f.1", "0177.0.0.1", "0177.0.0.01", "127.0.0.1.", "\uff11\uff12\uff17.0.0.1"],
    ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:FFFF:7F00:0001]"],
    ...["[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]"]
  ],
  "[::1]": ["[0:0:0:0:0:0:0:1]", "[0:0::0:1]", "[::0:1]", "[0::1]", "[::1]"],
  "[::]": ["[0::0]", "[::]"],
  "0.0.0.0": ["0.0.0.0", "0", "0.0", "0x0", "[::ffff:0:0]"],
  "a.com": ["a.com", "A.COM", "a.com.", "\uff41.com", "a\u3002com", "a%2ecom", "a\u00ad.com", "\u24d0.com"],
  "xn--bcher-kva.example": [
    ...["b\u00fccher.example", "B\u00dcCHER.example", "bu\u0308cher.example", "XN--BCHER-KVA.example"],
    "xn--bcher-kva.example"
  ]
} as const

/**
 * Addresses of internal machines, as URLs write them: the machine itself, its network, and the metadata service of a
 * cloud.
 *
 * ```ts
 * import { insideHosts } from "@toolgate/testing/hostile"
 *
 * console.log(insideHosts.includes("169.254.169.254")) // true
 * ```
 */
export const insideHosts: ReadonlyArray<string> = [
  ...["localhost", "LOCALHOST", ...hostSpellings["127.0.0.1"], ...hostSpellings["[::1]"]],
  ...[...hostSpellings["[::]"], ...hostSpellings["0.0.0.0"]],
  ...["10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "[fd00:ec2::254]", "[::ffff:10.0.0.1]"],
  ...["169.254.1.1", "169.254.169.254", "[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]", "[fe80::1]"]
]

/**
 * URLs whose host is ambiguous, or that are not HTTP URLs.
 *
 * ```ts
 * import { misleadingUrls } from "@toolgate/testing/hostile"
 *
 * console.log(misleadingUrls.includes("http://a.com@evil.org")) // true
 * ```
 */
export const misleadingUrls: ReadonlyArray<string> = [
  ...["http://a.com@evil.org", "http://a.com:x@evil.org", "http://evil.org\\@a.com", "http:\\\\a.com", " http://a.com"],
  ...["http://a.com\t.evil.org", "http://a.com\n", "http://a.com\0.evil.org", "http://a.com\u00a0.evil.org"],
  ...["http://a.com..", "http://.a.com", "ftp://a.com", "file:///etc/passwd", "javascript:x", "data:x", "//a.com"],
  ...["a.com", "/x", "", "http://", "https:", "ws://a.com", "http://[fe80::1%25eth0]", "http://a.com:99999"],
  ...["http://a com", "blob:http://a.com", "http://a.com\u2024evil.org", "http://256.1.1.1", "http://1.2.3.4.5"]
]
