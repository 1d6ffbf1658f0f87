import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operations } from "@/app/openapi.json/operations";
import { findAddress, readAddresses, readFiles } from "./route-table.mjs";

const addresses = await readAddresses(join(process.cwd(), "app"));
const at = (path: string) => findAddress(addresses, path.split("/").slice(1));

test("every operation is at its address, by its method, and nothing but they and HEAD are", () => {
  const methods = new Map<string, string[]>();
  for (const { method, path } of operations) methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
  for (const [path, its] of methods) {
    const wanted = [...its, ...(its.includes("GET") ? ["HEAD"] : [])].sort();
    expect({ path, methods: at(path)?.methods, page: at(path)?.page }).toEqual({ path, methods: wanted, page: null });
  }
});

test("what is written out comes before a parameter, and that before a rest", () => {
  const segments = (path: string) => at(path)?.segments.join("/");
  expect(segments("/api/marketplace/loans/status/bulk")).toBe("api/marketplace/loans/status/bulk");
  expect(segments("/api/marketplace/loans/loan_1/status")).toBe("api/marketplace/loans/[loanId]/status");
  expect(segments("/api/marketplace/loans/loan_1/nothing")).toBe("api/[...path]");
  expect(segments("/api")).toBe("api");
  expect(at("/nothing")).toBeUndefined();
});

test("a route file that exports no method is named: nothing would be answered there", async () => {
  const app = mkdtempSync(join(tmpdir(), "mfis-routes-"));
  const routeFile = (folder: string, text: string) => {
    mkdirSync(join(app, folder));
    writeFileSync(join(app, folder, "route.ts"), text);
  };
  try {
    routeFile("sound", "export const GET = () => new Response();");
    expect(await readAddresses(app)).toMatchObject([{ segments: ["sound"], methods: ["GET", "HEAD"] }]);
    routeFile("elsewhere", 'export * from "../sound/route";');
    await expect(readAddresses(app)).rejects.toThrow(join(app, "elsewhere", "route.ts"));
  } finally {
    rmSync(app, { recursive: true });
  }
});

test("a page is named as Next names it", () => {
  expect(at("/sandbox-bank/mandates/x")).toMatchObject({
    methods: ["GET", "HEAD", "POST"],
    page: "app/sandbox-bank/mandates/[id]/page",
  });
});

test("files are there to be read", () => {
  const files = readFiles(join(process.cwd(), "docs"));
  expect(findAddress(files, ["decisions", "003-idempotency.md"])).toMatchObject({
    methods: ["GET", "HEAD"],
    page: null,
  });
});
