import { createHash } from "node:crypto";
import { expect } from "@/e2e/fixtures";
import { fakeToken, frameOf, fakeTest as test } from "./fake-journey";

/** The version that the alias names. */
const newest = "1.3.0";

/** The files as pages of other origins get them: pinned or by the alias, as script or module, under strict policies. */
const integrityOf = (bytes: Buffer) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`;

test("a version is kept for good, what changes is not; every page may load either", async ({ request }) => {
  const manifest = await (await request.get("/sdk/manifest.json")).json();
  expect(Object.keys(manifest)).toEqual(["1.0.0", "1.1.0", "1.2.0", newest]);
  expect(manifest["1.0.0"]).toEqual({
    file: "1.0.0/embed.js",
    integrity: "sha384-VjjeDCUtqof+LswC1zkOS2twppjML6SzLa3/QKtqW+flUSfMzMHvEpHZk1ylmleD",
    module: "1.0.0/embed.mjs",
    moduleIntegrity: "sha384-Ns2agX7QakNbuw3yAFdoGoOH4EBSu5WriOz4Hnvz22HWBLL075uvbTh078y7IhbY",
  });
  const immutable = "max-age=31536000, immutable";
  const files = ["embed.js", "embed.mjs", "embed.d.ts", "embed.d.mts"];
  for (const [folder, cache] of Object.entries({
    "1.0.0": immutable,
    "1.1.0": immutable,
    "1.2.0": immutable,
    [newest]: immutable,
    v1: "max-age=300",
  })) {
    for (const file of files) {
      const answer = await request.get(`/sdk/${folder}/${file}`);
      expect(answer.status(), file).toBe(200);
      expect(answer.headers()).toMatchObject({
        "access-control-allow-origin": "*",
        "cache-control": `public, ${cache}`,
        "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
        "content-type": file.startsWith("embed.d")
          ? "text/plain; charset=utf-8"
          : "application/javascript; charset=UTF-8",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
      });
      const pinned = manifest[folder === "v1" ? newest : folder];
      const known = { "embed.js": pinned.integrity, "embed.mjs": pinned.moduleIntegrity }[file];
      if (known) expect(integrityOf(await answer.body())).toBe(known);
    }
  }
  const missing = await request.get("/sdk/1.0.1/embed.js");
  expect(missing.status()).toBe(404);
  expect(missing.headers()["cache-control"]).toContain("no-store");
});

const strict = (sdk: string, journey: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-page' ${sdk}`,
    `frame-src ${journey}`,
    "style-src 'none'",
    "img-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

const open = (token: string, journey: string) => `
  window.calls = [];
  ServiceEmbed.ApplicationJourney({ container: "#first", token: "${token}", host: "${journey}" });`;

for (const [name, coep] of [
  ["a strict policy and the script pinned", {}],
  [
    "the page isolated across origins too",
    { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" },
  ],
] as const) {
  test(`works under ${name}`, async ({ page, host, fake, baseURL, request }) => {
    const manifest = await (await request.get("/sdk/manifest.json")).json();
    const { file, integrity } = manifest[newest];
    const html = `<!doctype html><html lang="en"><title>Market</title><div id="first"></div>
      <script src="${baseURL}/sdk/${file}" integrity="${integrity}" crossorigin="anonymous"></script>
      <script nonce="page">${open(fakeToken(), fake.origin)}</script></html>`;
    const policy = strict(new URL(baseURL ?? "").origin, fake.origin);
    const isolated = { "cross-origin-embedder-policy": "require-corp", "cross-origin-resource-policy": "cross-origin" };
    fake.server.serve("/embed/mkt_fake", "<!doctype html><title>Journey</title><h1>Journey</h1>", isolated);
    await page.goto(host.serve("/strict", html, { "content-security-policy": policy, ...coep }));
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(Object.keys(coep).length > 0);
    await expect(page.frameLocator("#first iframe").getByRole("heading")).toHaveText("Journey");
    await expect(page.locator("#first iframe")).toHaveCSS(
      "height",
      `${Math.max(640, page.viewportSize()?.height ?? 0)}px`,
    );
    await expect(page.locator("#first iframe")).toHaveCSS("border-top-width", "0px");
  });
}

test("a file that was tampered with is refused where it is pinned", async ({
  page,
  host,
  baseURL,
  request,
  complaints,
}) => {
  const manifest = await (await request.get("/sdk/manifest.json")).json();
  const { file, integrity } = manifest[newest];
  const genuine = await (await request.get(`/sdk/${file}`)).text();
  const cors = { "access-control-allow-origin": "*", "content-type": "text/javascript" };
  const tampered = host.serve("/embed.js", `${genuine};`, cors);
  const tag = (src: string) => `<script src="${src}" integrity="${integrity}" crossorigin="anonymous"></script>`;
  const loaded = () => page.evaluate(() => "ServiceEmbed" in window);
  await page.goto(host.serve("/tampered", `<!doctype html><title>Market</title>${tag(tampered)}`));
  expect(await loaded()).toBe(false);
  expect(complaints.splice(0).join()).toContain("Failed to find a valid digest");
  await page.goto(host.serve("/genuine", `<!doctype html><title>Market</title>${tag(`${baseURL}/sdk/${file}`)}`));
  expect(await loaded()).toBe(true);
});

for (const [folder, version] of Object.entries({ "1.0.0": "1.0.0", [newest]: newest, v1: newest })) {
  test(`${folder} as a module: no global, the journey by default where the module comes from`, async ({
    page,
    host,
    baseURL,
  }) => {
    await page.route(`${baseURL}/embed/**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Journey</title><h1>Journey</h1>" }),
    );
    const html = `<!doctype html><html lang="en"><title>Market</title><div id="first"></div>
      <script type="module">
        import { ApplicationJourney, version } from "${baseURL}/sdk/${folder}/embed.mjs";
        const { iframe } = ApplicationJourney({ container: document.querySelector("#first"), token: "${fakeToken()}" });
        iframe.dataset.version = version;
      </script></html>`;
    await page.goto(host.serve("/module", html));
    const frame = page.locator("#first iframe");
    await expect(frame).toHaveAttribute("src", `${baseURL}/embed/mkt_fake?env=test`);
    await expect(frame).toHaveAttribute("data-version", version);
    expect(await page.evaluate(() => "ServiceEmbed" in window)).toBe(false);
    await (await frameOf(page)).waitForLoadState();
  });
}

test("the script, too, looks for the journey where it comes from", async ({ page, fake, baseURL }) => {
  await page.route(`${baseURL}/embed/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Journey</title><h1>Journey</h1>" }),
  );
  await fake.visit();
  await page.evaluate((token) => window.begin({ token }), fakeToken());
  await expect(page.locator("#first iframe")).toHaveAttribute("src", `${baseURL}/embed/mkt_fake?env=test`);
  await (await frameOf(page)).waitForLoadState();
});
