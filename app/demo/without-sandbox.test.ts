import { expect, test, vi } from "vitest";
import { getToken, readNews, start } from "./actions";
import Demo from "./page";

process.env.SANDBOX = "off";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ host: "localhost:3000" }) }));

test("without the sandbox there is no such page", async () => {
  await expect(Demo({ searchParams: Promise.resolve({}) })).rejects.toMatchObject({
    digest: expect.stringContaining("404"),
  });
});

test("and none of its actions", async () => {
  const gone = { refused: "No such address.", fields: [] };
  expect(await start({ prefilled: true })).toEqual(gone);
  expect(await getToken({ seller: "shop-a" })).toEqual(gone);
  expect(await readNews({ seller: "shop-a", after: 0, status: false })).toEqual(gone);
});
