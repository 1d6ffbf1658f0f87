import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import * as settings from "@/lib/kernel/env";
import { CodedError } from "@/lib/kernel/errors";
import { readMerchant } from "@/lib/sandbox/demo/backend";
import Demo from "./page";

vi.mock("@/lib/kernel/env", { spy: true });
vi.mock("@/lib/sandbox/demo/backend", { spy: true });

let host = "";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ host }) }));

const visit = (at: string, query: Record<string, string | string[]> = {}) => {
  host = at;
  return Demo({ searchParams: Promise.resolve(query) });
};

const sentTo = (address: string) => ({ digest: expect.stringContaining(`;${address};`) });

test("a visitor at the service's own origin is sent to the demo's, with the seller", async () => {
  await expect(visit("localhost:3000")).rejects.toMatchObject(sentTo("http://127.0.0.1:3000/demo"));
  const address = "http://127.0.0.1:3000/demo?seller=a%26b+c";
  await expect(visit("localhost:3000", { seller: "a&b c" })).rejects.toMatchObject(sentTo(address));
});

test("a visitor at the demo's origin stays, and so does one at another name of this machine", async () => {
  for (const at of ["127.0.0.1:3000", "[::1]:3000", "localhost:4000"]) await expect(visit(at)).resolves.toBeDefined();
});

test("a visitor at a name that is not ours finds nothing", async () => {
  await expect(visit("demo.example")).rejects.toMatchObject({ digest: expect.stringContaining("404") });
});

test("a query that names no seller, or several, is a visit without one", async () => {
  for (const seller of ["", ["a", "b"]]) {
    await expect(visit("localhost:3000", { seller })).rejects.toMatchObject(sentTo("http://127.0.0.1:3000/demo"));
  }
});

test("a visitor at the one origin there is stays, also where its address names a port that browsers leave out", async () => {
  const own = settings.env();
  vi.mocked(settings.env).mockReturnValue({ ...own, baseUrl: "http://192.168.1.5:80" });
  await expect(visit("192.168.1.5")).resolves.toBeDefined();
  vi.mocked(settings.env).mockReset();
});

test("a service that does not answer gets a message under a heading", async () => {
  vi.mocked(readMerchant).mockRejectedValueOnce(new CodedError("SERVICE_UNAVAILABLE", "The service does not answer."));
  const frame = await visit("127.0.0.1:3000", { seller: "shop-a" });
  const { type: Seller, props } = frame.props.children;
  const shown = renderToStaticMarkup(await Seller(props));
  expect(shown).toMatch(/<h1[^>]*>This seller cannot be shown now<\/h1>.*The service does not answer\./);
});
