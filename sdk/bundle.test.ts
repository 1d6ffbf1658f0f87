import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { describe, expect, expectTypeOf, test } from "vitest";
import type * as protocol from "@/lib/surfaces/journey/protocol";
import { bundleSdk, integrityOf, journeyOrigin, sdkVersions } from "@/scripts/sdk-bundle.mjs";
import type { ErrorCode, Step, Theme } from "./embed";
import released from "./released.json";

const { version, files } = await bundleSdk("");
const scripts = [files["embed.js"], files["embed.mjs"]];

describe("what is released", () => {
  test("is built as it was: a pinned file never changes. What is new needs a new version in version.json", () => {
    const built = { "embed.js": integrityOf(files["embed.js"]), "embed.mjs": integrityOf(files["embed.mjs"]) };
    expect(released).toMatchObject({ [version]: built });
  });

  test("before is served as it was, byte for byte, the oldest first", async () => {
    const versions = await sdkVersions("");
    expect(versions.map((one) => one.version)).toEqual(Object.keys(released));
    expect(versions.map((one) => one.version)).toEqual(["1.0.0", "1.1.0", "1.2.0", version]);
    for (const { version: kept, files: its } of versions) {
      const served = { "embed.js": integrityOf(its["embed.js"]), "embed.mjs": integrityOf(its["embed.mjs"]) };
      expect(released).toMatchObject({ [kept]: served });
    }
    const first = "sha384-VjjeDCUtqof+LswC1zkOS2twppjML6SzLa3/QKtqW+flUSfMzMHvEpHZk1ylmleD";
    expect(integrityOf(versions[0]?.files["embed.js"] ?? "")).toBe(first);
  });

  test("is the same for every build of the same sources", async () => {
    expect((await bundleSdk("")).files).toEqual(files);
  });

  test("is small", () => {
    for (const script of scripts) expect(gzipSync(script).length).toBeLessThan(3 * 1024);
  });

  test("has nothing in it that a strict page forbids, or that would keep a token", () => {
    const forbidden = /\beval\b|Function\(|innerHTML|setAttribute|insertRule|cookie|Storage\b|console|history|"\*"/;
    for (const script of scripts) expect(script).not.toMatch(forbidden);
  });
});

describe("where the journey is by default", () => {
  test("at the script's own origin, unless the settings say otherwise", () => {
    expect(journeyOrigin({})).toBe("");
    expect(journeyOrigin({ BASE_URL: "https://api.example" })).toBe("");
    expect(journeyOrigin({ EMBED_URL: "https://embed.example/" })).toBe("https://embed.example");
    const apart = { SDK_URL: "https://cdn.example", BASE_URL: "https://api.example" };
    expect(journeyOrigin(apart)).toBe("https://api.example");
    expect(journeyOrigin({ ...apart, EMBED_URL: "https://embed.example" })).toBe("https://embed.example");
  });

  test("settings that leave it open, or name no address, stop the build", () => {
    expect(() => journeyOrigin({ SDK_URL: "https://cdn.example" })).toThrow(/set BASE_URL or EMBED_URL/);
    expect(() => journeyOrigin({ EMBED_URL: "embed.example" })).toThrow(/must be an origin/);
  });

  test("goes into the build", async () => {
    const apart = await bundleSdk("https://embed.example");
    expect(apart.files["embed.js"]).toContain('"https://embed.example"');
    expect(files["embed.js"]).not.toContain('"https://embed.example"');
    for (const { files: its } of await sdkVersions("https://embed.example")) {
      for (const script of [its["embed.js"], its["embed.mjs"]])
        expect(script).toContain('.host||"https://embed.example"');
    }
  });
});

describe("loading", () => {
  test("the script reads its own address, makes one global, and touches nothing else", () => {
    const touched: string[] = [];
    const watched = (name: string, known: object): object =>
      new Proxy(known, {
        get: (target, key) => {
          touched.push(`${name}.${String(key)}`);
          return Reflect.get(target, key);
        },
      });
    const page = createContext({
      document: watched("document", {
        currentScript: watched("script", { src: "https://sdk.example/1.0.0/embed.js" }),
      }),
    });
    runInContext(files["embed.js"], page);
    expect(touched).toEqual(["document.currentScript", "script.src"]);
    expect(Object.keys(page)).toEqual(["document", "ServiceEmbed"]);
    expect(Object.keys(page.ServiceEmbed)).toEqual(["ApplicationJourney", "version"]);
    expect(page.ServiceEmbed.version).toBe(version);
  });

  test("the script as part of a bundle, where it has no address, does no harm either", () => {
    const page = createContext({ document: { currentScript: null } });
    runInContext(files["embed.js"], page);
    expect(page.ServiceEmbed.version).toBe(version);
  });

  test("the module needs no page at all: a server may load it", async () => {
    const before = Object.keys(globalThis);
    const address = `data:text/javascript;base64,${Buffer.from(files["embed.mjs"]).toString("base64")}`;
    const sdk = await import(/* @vite-ignore */ address);
    expect(Object.keys(sdk)).toEqual(["ApplicationJourney", "version"]);
    expect(sdk.version).toBe(version);
    expect(Object.keys(globalThis)).toEqual(before);
  });
});

describe("types", () => {
  test("they name what the protocol names", () => {
    expectTypeOf<Step>().toEqualTypeOf<protocol.JourneyStep>();
    expectTypeOf<ErrorCode>().toEqualTypeOf<protocol.JourneyErrorCode>();
    expectTypeOf<Theme>().toEqualTypeOf<protocol.Theme>();
  });
});
