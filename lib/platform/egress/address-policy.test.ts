import { describe, expect, it } from "vitest";
import { isLocalName } from "@/lib/kernel/loopback";
import { addressIn, mayConnect } from "./address-policy";
import { permittedAddresses } from "./resolve-host";

const refused = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "192.175.48.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "::7f00:1",
  "64:ff9b::a00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:2::1",
  "2001:10::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "2606:4700::1%eth0",
  "fec0::1",
  "ff02::1",
  "4000::1",
  "not an address",
  "",
];

const allowed = [
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4001:80b::200e",
  "2001:4860:4860::8888",
];

describe("mayConnect", () => {
  it.each(refused)("refuses %j", (address) => expect(mayConnect(address, false)).toBe(false));
  it.each(allowed)("allows %j", (address) => expect(mayConnect(address, false)).toBe(true));

  it("allows loopback, and nothing else that is private, to test data", () => {
    const local = refused.filter((address) => mayConnect(address, true));
    expect(local).toEqual(["127.0.0.1", "127.255.255.254", "::1"]);
  });
});

describe("hosts of URLs", () => {
  it.each([
    ["http://127.1/", "127.0.0.1"],
    ["http://2130706433/", "127.0.0.1"],
    ["http://0x7f.0.0.1/", "127.0.0.1"],
    ["http://0177.0.0.1/", "127.0.0.1"],
    ["http://[::1]:8080/", "::1"],
    ["http://[::ffff:127.0.0.1]/", "::ffff:7f00:1"],
    ["http://169.254.169.254/latest", "169.254.169.254"],
    ["http://①②⑦.0.0.1/", "127.0.0.1"],
    ["https://example.com/", null],
  ])("%s is the address %s", (url, address) => expect(addressIn(new URL(url))).toBe(address));

  it("recognizes the names of the machine itself", () => {
    expect(["localhost", "LOCALHOST.", "a.localhost", "localhost.example"].map(isLocalName)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("permittedAddresses", () => {
  const to =
    (...addresses: string[]) =>
    async () =>
      addresses;

  it("refuses a name that resolves to a private address, whatever it is called", async () => {
    await expect(permittedAddresses("hooks.example.com", false, to("10.0.0.1"))).rejects.toThrow(
      "address 10.0.0.1 is not public",
    );
    await expect(permittedAddresses("hooks.example.com", true, to("192.168.0.1", "fd00::1"))).rejects.toThrow(
      "address 192.168.0.1 is not public",
    );
    await expect(permittedAddresses("localhost", false, to("8.8.8.8"))).rejects.toThrow("127.0.0.1 is not public");
  });

  it("keeps the public ones of several", async () => {
    expect(await permittedAddresses("hooks.example.com", false, to("10.0.0.1", "1.1.1.1", "::1"))).toEqual(["1.1.1.1"]);
  });

  it("reports a name that does not resolve", async () => {
    const fails = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
    await expect(permittedAddresses("nowhere.example", false, fails)).rejects.toThrow(
      "host name nowhere.example does not resolve (ENOTFOUND)",
    );
    await expect(permittedAddresses("empty.example", false, to())).rejects.toThrow("does not resolve");
  });
});
