import { once } from "node:events";
import { type IncomingMessage, request as send } from "node:http";
import { api } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";

/** Asks for a path as it is written: `fetch` would resolve its dots. */
async function askRaw(address: string, path: string, { method = "GET", key = "", body = "" } = {}) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const request = send(address, { method, path, headers });
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return { status: response.statusCode ?? 0, type: response.headers["content-type"] };
}

test("a merchant is named so that its address becomes another one", async ({ marketplace }) => {
  const { client, secretKey: key } = marketplace;
  const merchant = merchantOf(client, "contract-1");
  await merchant.create();
  for (const thirdPartyCustomerId of [".", "..", " contract-1", "contract-1 ", "contract-1\n"]) {
    const body = { thirdPartyCustomerId, businessName: "X", email: "x@shop.example", phoneNumber: "+2348012345678" };
    const answer = await client.call("POST", `${api}/merchants`, { body });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ field: "thirdPartyCustomerId" }] } });
  }
  for (const ref of [
    ".",
    "..",
    "%2e",
    "%2E%2E",
    "%2e./contract-1",
    "%20contract-1",
    "contract-1%20",
    "contract-1%0a",
  ]) {
    for (const rest of ["", "/funding-requests"]) {
      const answer = await askRaw(client.address, `${api}/merchants/${ref}${rest}`, { key });
      // Whoever follows a redirect of a path with dots has resolved them, as `fetch` does before it asks.
      expect([308, 400, 404, 405], `${ref}${rest}`).toContain(answer.status);
      if (answer.status >= 400) expect(answer.type).toBe("application/problem+json");
    }
  }
});

test("a status that has not changed is asked for again and again", async ({ marketplace }) => {
  const { client } = marketplace;
  const merchant = merchantOf(client, "contract-2");
  await merchant.create();
  const path = `${api}/merchants/contract-2`;
  const first = await client.call("GET", path);
  const tag = first.headers.get("etag") ?? "";
  for (const condition of [tag, tag.replace("W/", ""), `"a", ${tag}`, "*"]) {
    const again = await client.call("GET", path, { headers: { "if-none-match": condition } });
    expect([again.status, again.text], condition).toEqual([304, ""]);
    expect(Object.fromEntries(again.headers)).toMatchObject({
      etag: tag,
      "cache-control": "private, no-cache",
      ratelimit: expect.stringMatching(/\S/),
      "x-request-id": expect.stringMatching(/\S/),
    });
  }
  await merchant.fund();
  const changed = await client.call("GET", path, { headers: { "if-none-match": tag } });
  expect([changed.status, changed.json.fundingRequests.length]).toEqual([200, 1]);
  const unknown = await client.call("GET", `${api}/merchants/nobody`, { headers: { "if-none-match": "*" } });
  expect(unknown.status).toBe(404);
});

test("a page names the folder of the SDK, not the file", async ({ request }) => {
  const manifest = await (await request.get("/sdk/manifest.json")).json();
  expect(await (await request.get("/sdk/")).json()).toEqual(manifest);
  const newest = Object.keys(manifest).at(-1) ?? "";
  for (const [folder, cache] of Object.entries({
    v1: "public, max-age=300",
    [newest]: "public, max-age=31536000, immutable",
    "1.0.0": "public, max-age=31536000, immutable",
  })) {
    const answer = await request.get(`/sdk/${folder}/`);
    expect(answer.status(), folder).toBe(200);
    expect(answer.headers()).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": cache,
      "content-type": expect.stringMatching(/^application\/javascript/),
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(await answer.text()).toBe(await (await request.get(`/sdk/${folder}/embed.js`)).text());
  }
  for (const folder of ["v2", "9.9.9", "..%2f..%2fpackage.json"]) {
    expect((await request.get(`/sdk/${folder}/`)).status(), folder).toBe(404);
  }
});

test("whoever meets a problem follows its type", async ({ marketplace, request }) => {
  const { client } = marketplace;
  const { json } = await client.call("GET", `${api}/merchants/nobody`);
  const [path = "", code] = json.type.split("#");
  const page = await request.get(path);
  expect([page.status(), code]).toEqual([200, "NOT_FOUND"]);
  expect(await page.text()).toContain(`id="${code}"`);
  const { links } = await (await request.get("/api")).json();
  expect(new URL(links.errors).pathname).toBe(path);
});
