import { expect, it } from "vitest"
import { findAddressRefusal } from "../../src/http-requests/findAddressRefusal.ts"

it.each([
  ["10.1.2.3", "private"],
  ["172.16.0.1", "private"],
  ["192.168.1.1", "private"],
  ["100.64.0.1", "private"],
  ["169.254.1.1", "link-local"],
  ["169.254.169.254", "metadata"],
  ["168.63.129.16", "metadata"],
  ["100.100.100.200", "metadata"],
  ["224.0.0.1", "multicast"],
  ["255.255.255.255", "broadcast"],
  ["198.18.0.1", "reserved"],
  ["192.0.0.192", "reserved"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local"],
  ["fd00:ec2::254", "private"],
  ["fec0::1", "reserved"],
  ["ff02::1", "multicast"],
  ["::ffff:10.0.0.1", "private"],
  ["::ffff:0:10.0.0.1", "reserved"],
  ["64:ff9b::a9fe:a9fe", "metadata"],
  ["64:ff9b:1::a00:1", "reserved"],
  ["2002:7f00:1::", "reserved"],
  ["2001:0:7f00:1::", "reserved"],
  ["::a00:1", "reserved"],
  ["4000::1", "reserved"],
  ["", "unreadable"],
  ["localhost", "unreadable"],
  ["1.1.1.1", undefined],
  ["2606:4700::1111", undefined],
  ["::ffff:1.1.1.1", undefined],
  ["64:ff9b::101:101", undefined]
])("classifies the address %j as %s", (address, kind) => expect(findAddressRefusal(address)).toBe(kind))

it("judges the IPv4 address inside a tunnel address", () => {
  expect(findAddressRefusal("2001:470::200:5efe:7f00:1")).toBe("loopback")
  expect(findAddressRefusal("2001:470::5efe:a9fe:a9fe")).toBe("metadata")
  expect(findAddressRefusal("2001:470::200:5efe:101:101")).toBe(undefined)
})
