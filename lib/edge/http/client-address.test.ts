import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as settings from "@/lib/kernel/env";
import { clientAddress, networkOf } from "./client-address";

beforeEach(() => {
  const trustedProxies = new BlockList();
  trustedProxies.addSubnet("10.0.0.0", 8, "ipv4");
  trustedProxies.addSubnet("fd00::", 8, "ipv6");
  const own = settings.env();
  vi.spyOn(settings, "env").mockReturnValue({ ...own, trustedProxies });
});
afterEach(() => vi.restoreAllMocks());

/** Somebody who comes by this socket, with this X-Forwarded-For. */
const from = (socket: string, forwarded = "") =>
  clientAddress(new Headers({ "x-socket-address": socket, "x-forwarded-for": forwarded }));

test("without a proxy in front, only the socket counts", () => {
  expect(from("198.51.100.7", "203.0.113.9")).toBe("198.51.100.7");
  expect(from("::ffff:198.51.100.7", "203.0.113.9")).toBe("198.51.100.7");
});

test("behind proxies it is the last one that is not theirs: what a client itself says never counts", () => {
  expect(from("10.0.0.1", "203.0.113.9")).toBe("203.0.113.9");
  expect(from("10.0.0.1", "192.0.2.1, 203.0.113.9, 10.0.0.2")).toBe("203.0.113.9");
  expect(from("10.0.0.1")).toBe("10.0.0.1");
});

describe.each(["10.0.0.1", "fd00::1", "::ffff:10.0.0.1"])(
  "behind %s, an address is read in every spelling",
  (proxy) => {
    test.each([
      ["203.0.113.9:4711", "203.0.113.9"],
      ["[2001:db8::1]:4711", "2001:db8::1"],
      ["[2001:db8::1]", "2001:db8::1"],
      ['"[2001:DB8:0::1]:4711"', "2001:db8::1"],
      ["2001:db8:0:0::1", "2001:db8::1"],
      ["::FFFF:203.0.113.9", "203.0.113.9"],
      ["[::ffff:cb00:7109]:80", "203.0.113.9"],
      ["fe80::1%eth0", "fe80::1"],
    ])("%s", (spelling, address) => {
      expect(from(proxy, `192.0.2.1, ${spelling}`)).toBe(address);
    });
  },
);

test.each([
  "unknown",
  "_hidden",
  "203.0.113.9:port",
  "203.0.113.999",
  "[203.0.113.9]:80",
  "2001:db8::1]:80",
  "[]",
  "%",
  "[::1%]]",
  "203.0.113.9 10.0.0.3",
])("what is no address counts as the proxy that said it: %s", (odd) => {
  expect(from("10.0.0.1", `203.0.113.9, ${odd}`)).toBe("10.0.0.1");
});

test("whatever the header says, the answer is an address, and one client has one network", () => {
  const piece = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom("10.0.0.1", "[", "]", ":", "%", ",", " ", '"', "::", "0x7f", "%00", ":80"),
    fc.string({ maxLength: 8 }).map((text) => text.replace(/[^\x20-\x7e]/g, "")),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const address = from("10.0.0.1", pieces.join(""));
      expect(isIP(address)).not.toBe(0);
      expect(networkOf(address)).toMatch(/^[\da-f.:]+$/);
    }),
  );
});

test("a holder of IPv6 addresses has one network, in whichever spelling they come", () => {
  const networks = ["2001:db8:0:7::1", "2001:db8::7:0:0:0:2", "[2001:0DB8:0:7:ffff::]:9"].map((address) =>
    networkOf(from("10.0.0.1", address)),
  );
  expect(new Set(networks)).toEqual(new Set(["2001:db8:0:7"]));
});
