import { expect, test, vi } from "vitest";
import { env } from "@/lib/kernel/env";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { GET } from "./route";

useDatabase();

test("names the address that is set, and nobody where none is", async () => {
  expect((await call(GET)).status).toBe(404);
  vi.spyOn(env(), "supportEmail", "get").mockReturnValue("help@financing.example");
  const { status, headers, text } = await call(GET);
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/)),
  );
  expect(fields.Contact).toBe("mailto:help@financing.example");
  expect(fields.Canonical).toBe(`${env().baseUrl}/.well-known/security.txt`);
  expect(Date.parse(fields.Expires) - Date.now()).toBeGreaterThan(80 * 86_400_000);
});
