import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import layers from "@/.dependency-cruiser.mjs";
import { idleRules } from "./layer-rules.mjs";

const ruleNames = (layers.forbidden ?? []).map(({ name }) => name ?? "");
const wings = [...ruleNames.flatMap((name) => /^wing-(.+)/.exec(name)?.[1] ?? []), "edge"];

/** A project in which every layer rule is broken once, some by the import of a type, some through other files. */
const planted = {
  "package.json": JSON.stringify({
    dependencies: { "@opentelemetry/api": "*", "drizzle-orm": "*", next: "*", react: "*", zod: "*" },
    devDependencies: { vitest: "*" },
  }),
  "tsconfig.json": JSON.stringify({ compilerOptions: { module: "esnext", paths: { "@/*": ["./*"] } } }),
  ...Object.fromEntries(
    ["@opentelemetry/api", "drizzle-orm", "next", "react", "vitest", "zod"].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" })],
      [`node_modules/${name}/index.js`, ""],
    ]),
  ),
  "app/api/kyc/route.ts": `import "next";`,
  "app/page.tsx": `import { db } from "@/db/client";`,
  "components/demo/frame.tsx": `import type { Review } from "@/lib/merchants/kyc/queries"; import "@/components/ui/button";`,
  "components/forms/field.tsx": `import { statuses } from "@/lib/terms/kyc";`,
  "components/journey/journey.tsx": `import "@/components/demo/frame"; import "@/components/forms/field";`,
  "components/ops/read.tsx": `import "@/lib/surfaces/up";`,
  "components/ui/button.tsx": `import "@/components/forms/field"; import "react";`,
  "db/client.ts": `import "drizzle-orm"; import { statuses } from "@/lib/terms/kyc";`,
  "db/schema/kyc.ts": `import type { Review } from "@/lib/merchants/kyc/queries";`,
  "e2e/flow.spec.ts": `import "@/test/data";`,
  "lib/edge/http/describe.ts": `import "@/lib/edge/openapi/document";`,
  "lib/edge/http/page.tsx": `import "react";`,
  "lib/edge/http/route.ts": `import "@/lib/edge/jobs/boot";`,
  "lib/edge/jobs/boot.ts": `import "@/lib/merchants/kyc/queries";`,
  "lib/edge/openapi/document.ts": "",
  "lib/kernel/clock.ts": "",
  "lib/kernel/lock.ts": `import "@/db/client";`,
  "lib/merchants/kyc/hook.ts": `import "react";`,
  "lib/merchants/kyc/made-up.ts": `import "@/test/data";`,
  "lib/merchants/kyc/other.ts": `export type { Turn } from "./turn";`,
  "lib/merchants/kyc/queries.ts": `import "@/db/client";`,
  "lib/merchants/kyc/requirement-list.ts": `export type { Review } from "./queries";`,
  "lib/merchants/kyc/review-kyc.ts": "",
  "lib/merchants/kyc/review.test.ts": `import "vitest"; import "@/app/page"; import "@/test/data"; import "./review-kyc";`,
  "lib/merchants/kyc/schema.ts": `import "zod"; import type { Review } from "./requirement-list";`,
  "lib/merchants/kyc/shown.ts": `import "@/components/ui/button";`,
  "lib/merchants/kyc/started.ts": `import("@/scripts/start.mjs");`,
  "lib/merchants/kyc/traced.ts": `import "@opentelemetry/api";`,
  "lib/merchants/kyc/tried.ts": `import "vitest";`,
  "lib/merchants/kyc/turn.ts": `import type { Other } from "./other";`,
  "lib/merchants/kyc/unknown.ts": `import "./nowhere";`,
  "lib/merchants/kyc/upward.ts": `import "@/app/page";`,
  "lib/sales/scoring/score.ts": `import { now } from "@/lib/kernel/clock";`,
  "lib/terms/fixtures/shop.mjs": `import "node:fs";`,
  "lib/terms/kyc.ts": "",
  "scripts/start.mjs": `import "../lib/kernel/clock.ts"; import "../lib/terms/fixtures/shop.mjs";`,
  "scripts/demo/types.ts": `import type { Review } from "@/lib/merchants/kyc/schema";`,
  "sdk/module.ts": `import "zod";`,
  "test/data.ts": `import "@/db/client";`,
  // Each wing reaches for the next one.
  ...Object.fromEntries(
    wings.map((wing, i) => [`lib/${wing}/up.ts`, i + 1 < wings.length ? `import "@/lib/${wings[i + 1]}/up";` : ""]),
  ),
};

const broken = [
  "app-is-the-top: lib/merchants/kyc/upward.ts",
  "app-uses-verbs: app/page.tsx",
  "components-in-areas: components/journey/journey.tsx",
  "components-primitives: components/ui/button.tsx",
  "components-share-vocabulary: components/demo/frame.tsx",
  "components-show-what-is-read: components/ops/read.tsx",
  "database-on-the-ground: db/schema/kyc.ts",
  "e2e-from-outside: e2e/flow.spec.ts",
  "fixtures-import-nothing: lib/terms/fixtures/shop.mjs",
  "ground-without-database: lib/kernel/lock.ts",
  "http-and-jobs-apart: lib/edge/http/route.ts",
  "http-renders-nothing: lib/edge/http/page.tsx",
  "lib-below-pages: lib/merchants/kyc/shown.ts",
  "lib-without-framework: lib/merchants/kyc/hook.ts",
  "no-cycles: lib/merchants/kyc/other.ts",
  "no-dev-dependencies: lib/merchants/kyc/tried.ts",
  "no-unresolved: lib/merchants/kyc/unknown.ts",
  "openapi-describes-routes: lib/edge/http/describe.ts",
  "programs-without-next: app/api/kyc/route.ts",
  "pure-files-compute: lib/sales/scoring/score.ts",
  "scripts-are-not-imported: lib/merchants/kyc/started.ts",
  "scripts-stand-alone: scripts/start.mjs",
  "sdk-stands-alone: sdk/module.ts",
  "traces-loaded-when-kept: lib/merchants/kyc/traced.ts",
  "tests-are-not-imported: lib/merchants/kyc/made-up.ts",
  "vocabulary-reaches-no-server: lib/merchants/kyc/schema.ts",
  ...wings.slice(0, -1).map((wing) => `wing-${wing}: lib/${wing}/up.ts`),
].sort();

describe("layer rules", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "layers-"));
  beforeAll(() => {
    for (const [file, text] of Object.entries(planted)) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("each is broken where it is broken, and nowhere else", () => {
    const [program, config] = ["node_modules/dependency-cruiser/bin/dependency-cruise.mjs", ".dependency-cruiser.mjs"];
    const args = [path.resolve(program), "--config", path.resolve(config), "--output-type", "json", "."];
    const { summary } = JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" }));
    const found = summary.violations.map(
      ({ rule, from }: { rule: { name: string }; from: string }) => `${rule.name}: ${from}`,
    );
    expect([...new Set(found)].sort()).toEqual(broken);
  });

  test("all of them are tried here", () => {
    expect(ruleNames.toSorted()).toEqual(broken.map((line) => line.split(":")[0]));
  });
});

describe("rules that guard nothing", () => {
  const modules = ["lib/loans/states.ts", "db/client.ts", "node_modules/zod/package.json"];
  const idle = (from: string, to: string) =>
    idleRules([{ name: "rule", from: { path: from }, to: { path: to } }], modules);

  test.each([
    ["^lib/", "^db/"],
    ["^lib/(loans)/", "^node_modules/zod/|^db/"],
    ["^lib/([^/]+)/", "^lib/$1/(states)[.]ts$"],
  ])("%s → %s guards something", (from, to) => {
    expect(idle(from, to)).toEqual([]);
  });

  test("a pattern, an alternative and a rule that match nothing are named", () => {
    expect(idle("^lib/", "^sdk/")).toEqual([`The layer rule "rule" speaks of ^sdk/, which matches nothing.`]);
    expect(idle("^lib/(loans|kyc)/", "^db/")).toEqual([
      `The layer rule "rule" speaks of ^lib/(?:kyc)/, which matches nothing.`,
    ]);
    expect(idle("^lib/|^app/", "^db/")).toEqual([`The layer rule "rule" speaks of ^app/, which matches nothing.`]);
    const nowhere = { name: "rule", from: { path: "^lib/", pathNot: "^lib/" }, to: {} };
    expect(idleRules([nowhere], modules)).toEqual([`The layer rule "rule" applies to nothing.`]);
  });
});
