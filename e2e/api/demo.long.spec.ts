import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { api, createClient, type Json } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { salesRecord } from "@/e2e/merchant";

/** Twelve businesses from strong to hopeless, the last two without history. */
const tiers = ["A", "B", "C", "D", "E"] as const;
const records = [...Array(12).keys()].map((i) => {
  const tier = tiers[i % tiers.length];
  const record = salesRecord(`demo-shop-${i + 1}`, { tier, monthly: tier === "E" ? 40_000 : 350_000 * (i + 1) });
  if (i < 10) return record;
  const { monthlySalesHistory: _, ...rest } = record;
  return rest;
});

async function demo(address: string, ...args: string[]) {
  const env = { ...process.env, BASE_URL: address };
  const child = spawn(process.execPath, ["scripts/demo.mjs", ...args], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, "close");
  return { code, output };
}

test("the demo drives a file of records, explains every outcome and puts the endpoint back", async ({
  baseURL,
}, info) => {
  const address = baseURL ?? "";
  const { secretKey } = await (await fetch(`${address}/api/sandbox/credentials`)).json();
  const client = createClient({ address, secretKey });
  const endpoint = await client.ask("GET", `${api}/webhook`);
  const file = info.outputPath("records.json");
  const json = info.outputPath("report.json");
  writeFileSync(file, JSON.stringify({ merchants: records }));

  const { code, output } = await demo(address, file, "--json", json);
  expect(code, output).toBe(0);
  const { passed, totals, merchants, events, unverified } = JSON.parse(readFileSync(json, "utf8"));
  expect(passed).toBe(true);
  expect(unverified).toEqual([]);
  expect(totals).toMatchObject({ merchants: 12, unexplained: 0, webhooks: { missing: 0, unverified: 0 } });
  expect(totals.webhooks.verified).toBeGreaterThanOrEqual(totals.webhooks.expected);
  expect(totals.funded).toBeGreaterThan(0);
  expect(Object.keys(totals.tiers).length).toBeGreaterThanOrEqual(3);
  expect(merchants.map(({ id, explained }: Json) => ({ id, explained }))).toEqual(
    records.map(({ merchantIdentity }) => ({ id: merchantIdentity.merchantId, explained: true })),
  );
  for (const { id } of merchants) expect(output).toContain(id);
  expect(new Set(events.map(({ payload }: Json) => payload.event_id)).size).toBe(events.length);
  expect(await client.ask("GET", `${api}/webhook`)).toEqual(endpoint);

  // What it reports is what was agreed.
  await client.ask("POST", `${api}/test-helpers/run`);
  const { data: breaks } = await client.ask("GET", `${api}/breaks?limit=100`);
  const driven = new Set(merchants.map(({ id }: Json) => id));
  expect(breaks.filter(({ thirdPartyCustomerId }: Json) => driven.has(thirdPartyCustomerId))).toEqual([]);

  // The figures are asked for again: what the report says of a loan is what the service says.
  const { id, fundingRequest } = merchants.find(({ outcome }: Json) => outcome === "FULFILLED");
  const { fundingRequests } = await client.ask("GET", `${api}/merchants/${id}`);
  expect(fundingRequests).toContainEqual(fundingRequest);

  // What is lent is paid out and deducted from, and what is paid is what was reported.
  const lent: Json[] = merchants.filter(({ loan }: Json) => loan).map(({ loan }: Json) => loan);
  expect(lent).toHaveLength(totals.funded);
  for (const { paid, reported, outstanding, totalDue } of lent) {
    expect(paid).toBe(reported);
    expect(Math.round((paid + outstanding) * 100)).toBe(Math.round(totalDue * 100));
  }
  expect(lent.map(({ status }) => status)).toEqual(expect.arrayContaining(["ACTIVE", "REPAID"]));
  expect(output).toMatch(/Outcome .*Paid .*Outstanding/);
  expect(output).toContain("LOAN REPAID");
});

test("a file that is no such thing ends in one line", async ({ baseURL }, info) => {
  const file = info.outputPath("wrong.json");
  const missing = await demo(baseURL ?? "", file);
  expect(missing).toEqual({ code: 1, output: `Cannot read ${file}: there is no such file.\n` });
  writeFileSync(file, JSON.stringify({ sellers: [] }));
  const wrong = await demo(baseURL ?? "", file);
  expect(wrong).toEqual({ code: 1, output: `${file} has no "merchants" array of merchant data records.\n` });
});
