import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
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

const consumer = `
import { ApplicationJourney, version, type ApplicationJourneyOptions, type ErrorCode } from "./embed.mjs";

const codes: ErrorCode[] = [];
const options: ApplicationJourneyOptions = {
  token: "a.b.c",
  container: document.body,
  environment: "live",
  host: "https://financing.example",
  theme: { primary: "#0a7d4f", logo: "https://market.example/logo.svg", radius: "8px" },
  fetchToken: async () => "a.b.c",
  onReady: () => {},
  onStepChange: ({ step }) => step === "business-info",
  onCompleted: ({ merchantId }) => merchantId?.length,
  onError: ({ code, message }) => codes.push(code ?? "INTERNAL") && message.length,
};
const { iframe, destroy } = ApplicationJourney(options);
iframe.title = version;
destroy();
ServiceEmbed.ApplicationJourney({ token: "a.b.c", container: "#financing" }).destroy();
window.ServiceEmbed.version.length;

// @ts-expect-error: nowhere to put it
ApplicationJourney({ token: "a.b.c" });
// @ts-expect-error: no such environment
ApplicationJourney({ token: "a.b.c", container: "#financing", environment: "sandbox" });
// @ts-expect-error: a token is required
ApplicationJourney({ container: "#financing", fetchToken: async () => "a.b.c" });
// @ts-expect-error: there may be no merchantId
ApplicationJourney({ token: "", container: "#financing", onCompleted: ({ merchantId }) => merchantId.length });
// @ts-expect-error: there may be no code
ApplicationJourney({ token: "", container: "#financing", onError: ({ code }) => code.length });
// @ts-expect-error: no such callback
ApplicationJourney({ token: "a.b.c", container: "#financing", onDone: () => {} });
// @ts-expect-error: a promise is wanted
ApplicationJourney({ token: "", container: "#financing", fetchToken: () => "a.b.c" });
// @ts-expect-error: no such step
ApplicationJourney({ token: "a.b.c", container: "#financing", onStepChange: ({ step }) => step === "start" });
`;

describe("types", () => {
  test("a marketplace's code compiles against them, wrong use does not", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mfis-types-"));
    const compilerOptions = { strict: true, noEmit: true, module: "nodenext", lib: ["es2022", "dom"], types: [] };
    try {
      writeFileSync(join(folder, "embed.d.mts"), files["embed.d.mts"]);
      writeFileSync(join(folder, "page.mts"), consumer);
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["page.mts"] }));
      const tsc = join("node_modules", "typescript", "bin", "tsc");
      const found = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch((error) => error);
      expect(found.stdout).toBe("");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("they name what the protocol names", () => {
    expectTypeOf<Step>().toEqualTypeOf<protocol.JourneyStep>();
    expectTypeOf<ErrorCode>().toEqualTypeOf<protocol.JourneyErrorCode>();
    expectTypeOf<Theme>().toEqualTypeOf<protocol.Theme>();
  });
});
