import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import layers from "@/.dependency-cruiser.mjs";
import { idleRules } from "./layer-rules.mjs";

/** A project in which every layer rule is broken once, some by the import of a type, some through other files. */
const planted = {
  "package.json": JSON.stringify({
    dependencies: { "drizzle-orm": "*", next: "*", react: "*", zod: "*" },
    devDependencies: { vitest: "*" },
  }),
  "tsconfig.json": JSON.stringify({ compilerOptions: { module: "esnext", paths: { "@/*": ["./*"] } } }),
  ...Object.fromEntries(
    ["drizzle-orm", "next", "react", "vitest", "zod"].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" })],
      [`node_modules/${name}/index.js`, ""],
    ]),
  ),
  "app/api/kyc/route.ts": `import "next";`,
  "app/page.tsx": `import { db } from "@/db/client";`,
  "components/demo/frame.tsx": `import type { Review } from "@/lib/kyc/queries"; import "@/components/ui/button";`,
  "components/forms/field.tsx": `import { statuses } from "@/lib/kyc/constants";`,
  "components/journey/journey.tsx": `import "@/components/demo/frame"; import "@/components/forms/field";`,
  "components/ui/button.tsx": `import "@/components/forms/field"; import "react";`,
  "db/client.ts": `import "drizzle-orm"; import { statuses } from "@/lib/kyc/constants";`,
  "db/schema/kyc.ts": `import type { Review } from "@/lib/kyc/queries";`,
  "e2e/flow.spec.ts": `import "@/test/data";`,
  "lib/coalesce.ts": `import { statuses } from "@/lib/kyc/constants";`,
  "lib/clock.ts": "",
  "lib/embed/schema.ts": "",
  "lib/http/describe.ts": `import "@/lib/openapi/document";`,
  "lib/http/page.tsx": `import "react";`,
  "lib/http/route.ts": `import "@/lib/jobs/boot";`,
  "lib/jobs/boot.ts": `import "@/lib/kyc/queries";`,
  "lib/kyc/constants.ts": "",
  "lib/kyc/hook.ts": `import "react";`,
  "lib/kyc/made-up.ts": `import "@/test/data";`,
  "lib/kyc/other.ts": `export type { Turn } from "./turn";`,
  "lib/kyc/queries.ts": `import "@/db/client";`,
  "lib/kyc/requirement-list.ts": `export type { Review } from "./queries";`,
  "lib/kyc/review-kyc.ts": `import "@/lib/http/route";`,
  "lib/kyc/review.test.ts": `import "vitest"; import "@/app/page"; import "@/test/data"; import "./review-kyc";`,
  "lib/kyc/schema.ts": `import "zod"; import type { Review } from "./requirement-list";`,
  "lib/kyc/shown.ts": `import "@/components/ui/button";`,
  "lib/kyc/started.ts": `import("@/scripts/start.mjs");`,
  "lib/kyc/step.ts": `import type { Step } from "@/lib/embed/schema";`,
  "lib/kyc/tried.ts": `import "vitest";`,
  "lib/kyc/turn.ts": `import type { Other } from "./other";`,
  "lib/kyc/unknown.ts": `import "./nowhere";`,
  "lib/kyc/upward.ts": `import "@/app/page";`,
  "lib/openapi/document.ts": "",
  "lib/providers/bank.ts": `import "@/lib/kyc/queries";`,
  "lib/sandbox/fixtures/shop.mjs": `import "node:fs";`,
  "lib/scoring/score.ts": `import { now } from "@/lib/clock";`,
  "scripts/start.mjs": `import "../lib/clock.ts"; import "../lib/sandbox/fixtures/shop.mjs";`,
  "scripts/demo/types.ts": `import type { Review } from "@/lib/kyc/schema";`,
  "sdk/module.ts": `import "zod";`,
  "test/data.ts": `import "@/db/client";`,
};

const broken = [
  "app-is-the-top: lib/kyc/upward.ts",
  "app-uses-verbs: app/page.tsx",
  "components-in-areas: components/journey/journey.tsx",
  "components-primitives: components/ui/button.tsx",
  "components-share-vocabulary: components/demo/frame.tsx",
  "database-below-nouns: db/schema/kyc.ts",
  "e2e-from-outside: e2e/flow.spec.ts",
  "fixtures-import-nothing: lib/sandbox/fixtures/shop.mjs",
  "http-and-jobs-apart: lib/http/route.ts",
  "http-renders-nothing: lib/http/page.tsx",
  "kernel-is-the-base: lib/coalesce.ts",
  "lib-below-pages: lib/kyc/shown.ts",
  "lib-without-framework: lib/kyc/hook.ts",
  "no-cycles: lib/kyc/other.ts",
  "no-dev-dependencies: lib/kyc/tried.ts",
  "no-unresolved: lib/kyc/unknown.ts",
  "nouns-below-journey: lib/kyc/step.ts",
  "openapi-describes-routes: lib/http/describe.ts",
  "programs-without-next: app/api/kyc/route.ts",
  "providers-below-nouns: lib/providers/bank.ts",
  "pure-files-compute: lib/scoring/score.ts",
  "scripts-are-not-imported: lib/kyc/started.ts",
  "scripts-stand-alone: scripts/start.mjs",
  "sdk-stands-alone: sdk/module.ts",
  "tests-are-not-imported: lib/kyc/made-up.ts",
  "verbs-know-no-caller: lib/kyc/review-kyc.ts",
  "vocabulary-reaches-no-server: lib/kyc/schema.ts",
];

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
    expect(layers.forbidden?.map(({ name }) => name).sort()).toEqual(broken.map((line) => line.split(":")[0]));
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
