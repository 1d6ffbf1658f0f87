import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { bundleSdk } from "@/scripts/sdk-bundle.mjs";

const { files } = await bundleSdk("");

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
