import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "playwright/test";
import { z } from "zod";
import { expect } from "@/e2e/fixtures";
import { buildIn, builtSources } from "@/scripts/server/built.mjs";
import { test } from "./dashboard-test";

const manifest = z.object({
  node: z.record(
    z.string(),
    z.object({ filename: z.string(), exportedName: z.string(), workers: z.record(z.string(), z.unknown()) }),
  ),
});

/** Every server action of the dashboard's pages that the build knows, with the address of a page that has it. */
function actions() {
  const file = join(buildIn(".", builtSources(".") ?? ""), ".next/server/server-reference-manifest.json");
  const built = manifest.parse(JSON.parse(readFileSync(file, "utf8")));
  return Object.entries(built.node)
    .filter(([, { filename }]) => filename.includes("app/(dashboard)/"))
    .map(([id, { filename, exportedName, workers }]) => {
      const page = (Object.keys(workers)[0] ?? "").replace(/^app\/\(dashboard\)|\/page$/g, "");
      const path = page.replace("[environment]", "test").replaceAll(/\[\w+\]/g, "nothing");
      return { id, path, name: `${exportedName} of ${filename}`, needsSession: page.includes("[environment]") };
    });
}

function call(browser: APIRequestContext, { id, path }: { id: string; path: string }, origin: string) {
  const headers = { "next-action": id, "content-type": "text/plain;charset=UTF-8", accept: "text/x-component", origin };
  return browser.post(path, { headers, data: '["test",{}]', maxRedirects: 0 });
}

test("no action of the pages answers another site, or anybody who has not signed in", async ({
  page,
  dashboard,
  baseURL,
}) => {
  const all = actions();
  expect(all.length).toBeGreaterThan(15);
  const own = baseURL ?? "";
  const wrong: string[] = [];
  for (const action of all.filter(({ needsSession }) => needsSession)) {
    const answer = await call(page.request, action, own);
    if (!(await answer.text()).includes("You are not signed in any more"))
      wrong.push(`${action.name}: without a session`);
  }
  await dashboard.open("test/security");
  for (const action of all) {
    const answer = await call(page.request, action, "https://elsewhere.example");
    if (answer.status() !== 400) wrong.push(`${action.name}: elsewhere`);
  }
  expect(wrong).toEqual([]);
});
