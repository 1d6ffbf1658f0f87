import { api } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { askRaw, type RawAnswer } from "@/e2e/raw-answer";

/** What nobody in the application answers, and what somebody does: all in one shape. */
const refusals = [
  { method: "DELETE", path: `${api}/merchants`, status: 405, code: "METHOD_NOT_ALLOWED" },
  { method: "GET", path: `${api}/merchants/%ff`, status: 400, code: "VALIDATION_FAILED" },
  { method: "GET", path: "/api/no/such/address", status: 404, code: "NOT_FOUND" },
  { method: "GET", path: `${api}/merchants/nobody`, status: 401, code: "UNAUTHENTICATED" },
];

for (const { method, path, status, code } of refusals) {
  test(`${method} ${path} is answered by a problem document with the request's id`, async ({ baseURL }) => {
    const ask = (headers: HeadersInit) => fetch(`${baseURL}${path}`, { method, headers });
    const given = await ask({ "x-request-id": "trace-1:a.b" });
    expect(given.status).toBe(status);
    expect(given.headers.get("content-type")).toBe("application/problem+json");
    expect(given.headers.get("x-request-id")).toBe("trace-1:a.b");
    expect(await given.json()).toMatchObject({ status, code, requestId: "trace-1:a.b" });

    for (const headers of [new Headers(), new Headers({ "x-request-id": "not a usable one" })]) {
      const answer = await ask(headers);
      const id = answer.headers.get("x-request-id");
      expect(id).toMatch(/^req_[\w-]{16,}$/);
      expect((await answer.json()).requestId).toBe(id);
    }
  });
}

test("pages carry a request's id too", async ({ request }) => {
  const answer = await request.get("/", { headers: { "x-request-id": "trace-2" } });
  expect(answer.headers()["x-request-id"]).toBe("trace-2");
});

test("what does not change is sent from memory, and not again to who has it", async ({ baseURL }) => {
  // Where Next answers everything, nothing is kept (docs/operations.md#pages).
  if (process.env.FAST_LANE === "off") return;
  const header = ({ headers }: RawAnswer, wanted: string) => headers.find(([name]) => name === wanted)?.[1];
  const ask = (target: string, headers: Record<string, string> = {}) =>
    askRaw(baseURL ?? "", { method: "GET", target, headers: { "accept-encoding": "gzip", ...headers } });
  const page = (await ask("/")).body.toString();
  const script = /\/_next\/static\/[\w./~%-]+\.js/.exec(page)?.[0] ?? "no script";
  for (const target of ["/docs/errors", "/openapi.json", script]) {
    const answer = await ask(target);
    const etag = header(answer, "etag") ?? "none";
    expect([target, answer.status, header(answer, "content-encoding")]).toEqual([target, 200, "gzip"]);
    const again = await ask(target, { "if-none-match": etag });
    expect([target, again.status, header(again, "etag")]).toEqual([target, 304, etag]);
  }
  const errors = await ask("/docs/errors");
  expect(errors.body.toString()).not.toContain("<script");
  expect(header(errors, "content-security-policy")).toContain("script-src 'none'");
});
