import { expect, test } from "vitest";
import { scriptedPaystack } from "@/test/paystack-script";
import { plainServer } from "@/test/plain-server";
import { ask, plainSaying } from "./transport";

const key = "sk_live_0123456789abcdef";
const secretPath = "/bank/resolve?account_number=0123456789";

const silences: [string, Parameters<typeof scriptedPaystack>[0][string], object][] = [
  ["a server error", { status: 503, body: { status: false } }, { why: "SERVER_ERROR", status: 503 }],
  ["a gateway's page", { status: 502, text: "<html>" }, { why: "SERVER_ERROR", status: 502 }],
  ["a page with 200", { text: "<html>" }, { why: "NOT_JSON", status: 200 }],
  ["a page with 404", { status: 404, text: "<html>" }, { why: "NOT_JSON", status: 404 }],
  ["a list", { text: "[]" }, { why: "NOT_JSON" }],
  ["nothing", { text: "" }, { why: "NOT_JSON" }],
  ["too many questions", { status: 429, headers: { "retry-after": "7" } }, { why: "RATE_LIMITED", retryAfter: 7_000 }],
  ["the gateway's time-out", { status: 408, body: {} }, { why: "TIMEOUT" }],
  ["too long an answer", { text: `{"a":"${"x".repeat(5_000_000)}"}` }, { why: "TOO_LARGE" }],
  ["no answer", { never: true }, { why: "TIMEOUT", status: null, retryAfter: null }],
];

test.each(silences)("%s is nothing, and says why", async (_, told, why) => {
  const { baseUrl } = await scriptedPaystack({ "GET /bank/resolve": told });
  const answer = await ask(
    { key, baseUrl, within: told && "never" in told ? 100 : 5_000 },
    { method: "GET", path: secretPath },
  );
  expect(answer).toMatchObject({ kind: "nothing", ...why });
  expect(JSON.stringify(answer)).not.toMatch(/0123456789|sk_live/);
});

test("an answer that stops half way is nothing", async () => {
  const baseUrl = await plainServer((_, response) => {
    response.writeHead(200, { "content-length": "100" }).write('{"status":');
    setTimeout(() => response.destroy(), 20);
  });
  expect(await ask({ key, baseUrl }, { method: "GET", path: "/balance" })).toMatchObject({ why: "NETWORK" });
});

test("nobody there is nothing", async () => {
  const access = { key, baseUrl: "http://127.0.0.1:9" };
  expect(await ask(access, { method: "GET", path: "/balance" })).toMatchObject({ kind: "nothing", why: "NETWORK" });
});

test("a redirect is not followed: key and account number would go to somebody else", async () => {
  const other = await scriptedPaystack({});
  const { baseUrl } = await scriptedPaystack({
    "GET /balance": { status: 307, headers: { location: `${other.baseUrl}/balance` } },
  });
  expect(await ask({ key, baseUrl }, { method: "GET", path: "/balance" })).toMatchObject({ why: "REDIRECT" });
  expect(other.asked).toEqual([]);
});

test("asks with the key, in JSON, and hands on what is said with any 2xx or 4xx", async () => {
  const { baseUrl, asked } = await scriptedPaystack({ "POST /transfer": { status: 422, body: { status: false } } });
  const answer = await ask({ key, baseUrl: `${baseUrl}/` }, { method: "POST", path: "/transfer", body: { amount: 1 } });
  expect(answer).toEqual({ kind: "answer", status: 422, body: { status: false } });
  expect(asked).toMatchObject([{ key: `Bearer ${key}`, body: { amount: 1 } }]);
});

test("what Paystack says is shown without what identifies an account", () => {
  const said = `Could not pay 0123456789 of Ada (Foods)\n with ${key}, 01 234-567 89, 5000 naira`;
  expect(plainSaying(said, "ADA (FOODS)")).toBe("Could not pay … of … with sk_live_[redacted], …, 5000 naira");
  expect(plainSaying("x".repeat(1_000))).toHaveLength(160);
});
