import { expect, test, vi } from "vitest";
import Demo from "./page";

process.env.SANDBOX = "on";

let host = "";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ host }) }));

const visit = (at: string, query: Record<string, string | string[]> = {}) => {
  host = at;
  return Demo({ searchParams: Promise.resolve(query) });
};

const sentTo = (address: string) => ({ digest: expect.stringContaining(`;${address};`) });

test("a visitor at the service's own origin is sent to the demo's, with the seller", async () => {
  await expect(visit("localhost:3000")).rejects.toMatchObject(sentTo("http://127.0.0.1:3000/demo"));
  const address = "http://127.0.0.1:3000/demo?seller=a%26b%20c";
  await expect(visit("localhost:3000", { seller: "a&b c" })).rejects.toMatchObject(sentTo(address));
});

test("a visitor at the demo's origin stays, and so does one at an address that neither has", async () => {
  for (const at of ["127.0.0.1:3000", "demo.example", "localhost:4000"]) await expect(visit(at)).resolves.toBeDefined();
});

test("a query that names no seller, or several, is a visit without one", async () => {
  for (const seller of ["", ["a", "b"]]) {
    await expect(visit("localhost:3000", { seller })).rejects.toMatchObject(sentTo("http://127.0.0.1:3000/demo"));
  }
});
