import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { expectGenerated } from "@/test/generated-docs";
import { instant } from "@/test/time";
import { recordAudit } from "./record-audit";

useDatabase();

const now = instant("2026-07-15T12:00:00Z");

async function logged(audited: Pick<Parameters<typeof recordAudit>[0], "action" | "detail">) {
  const { test: tenant } = await createMarketplace();
  await recordAudit({ actor: sandboxActor(tenant), subjectId: "loan_1", now, ...audited });
  return db().select().from(auditLog).where(eq(auditLog.marketplaceId, tenant.marketplaceId));
}

describe("the audit log", () => {
  test("says who did what to whom, and the detail beside the action", async () => {
    expect(await logged({ action: "loan.default", detail: { reason: "OVERDUE" } })).toMatchObject([
      { actor: "sandbox", action: "loan.default", detail: { reason: "OVERDUE" }, subjectId: "loan_1", at: now },
    ]);
  });

  test("has no detail of an action that has none", async () => {
    expect(await logged({ action: "loan.accept" })).toMatchObject([{ action: "loan.accept", detail: null }]);
  });
});

const nounAndVerb = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;

// What does not compile.
void ([
  // @ts-expect-error no noun, or no verb
  { action: "default" },
  // @ts-expect-error more than a text or a number
  { action: "loan.default", detail: { reasons: ["OVERDUE"] } },
] satisfies Parameters<typeof logged>[0][]);

describe("every action", () => {
  const calls = recordings();

  test("is named for a noun and a verb", () => {
    expect(calls.length).toBeGreaterThan(80);
    for (const { action } of calls) expect(action).toMatch(nounAndVerb);
  });

  test("is in the table of docs/audit-log.md: one that is new, or misspelt, is seen there", async () => {
    const verbs = new Map<string, Set<string>>();
    for (const { action } of calls) {
      const [noun = "", verb = ""] = action.split(".");
      verbs.set(noun, (verbs.get(noun) ?? new Set()).add(verb));
    }
    const rows = [...verbs].map(([noun, its]) => `| ${noun} | ${[...its].sort().join(", ")} |`).sort();
    await expectGenerated("docs/audit-log.md", {
      audited: ["| Of | What is done |", "| --- | --- |", ...rows].join("\n"),
    });
  });

  test("has the same details wherever it is recorded", () => {
    const known = calls.filter(({ details }) => details !== "?");
    expect(known.length).toBeGreaterThan(80);
    const details = new Map(known.map((call) => [call.action, call.details]));
    for (const call of known) expect(call).toEqual({ action: call.action, details: details.get(call.action) });
  });
});

type Recording = { action: string; details: string };

/**
 * What is recorded, with the names of the details where they are written out in the same file. A call that does not name
 * its action itself is given one that is written out there, in a type if nowhere else.
 */
function recordings(): Recording[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "lib/*.ts"], { encoding: "utf8" });
  return listed.split("\n").flatMap((file) => (/(?<![.]test)[.]ts$/.test(file) ? recordingsIn(file) : []));
}

function recordingsIn(file: string): Recording[] {
  const text = readFileSync(file, "utf8");
  if (!text.includes("Audit(")) return [];
  const found: Recording[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const written = new Map<string, ts.Expression>();
  const literals = [...text.matchAll(/"([^"]+)"/g)].map(([, literal = ""]) => literal);
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (ts.isVariableDeclaration(node) && node.initializer) written.set(node.name.getText(), node.initializer);
    if (!ts.isCallExpression(node) || !/^record(Service)?Audit$/.test(node.expression.getText())) return;
    const given = keysOf(node.arguments[0]);
    const [action, detail] = ["action", "detail"].map((name) => given.find((one) => one.name?.getText() === name));
    const spread = given.some(ts.isSpreadAssignment);
    if (!action || !ts.isPropertyAssignment(action) || !ts.isStringLiteral(action.initializer)) {
      if (file === "lib/platform/audit/record-audit.ts") return;
      const given = literals.filter((text) => nounAndVerb.test(text));
      expect(given, file).not.toEqual([]);
      found.push(...given.map((action) => ({ action, details: "?" })));
      return;
    }
    const value = detail && (ts.isPropertyAssignment(detail) ? detail.initializer : written.get("detail"));
    const names = keysOf(value).map(({ name }) => name?.getText());
    found.push({
      action: action.initializer.text,
      details: names.sort().join(" ") || (detail || spread ? "?" : "none"),
    });
  };
  visit(source);
  return found;
}

const keysOf = (node: ts.Node | undefined): readonly ts.ObjectLiteralElementLike[] =>
  node && ts.isObjectLiteralExpression(node) ? node.properties : [];
