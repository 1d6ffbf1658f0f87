import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

/** What layer rules cannot say: sizes, names, and that nouns depend on one another in one direction. */
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.mjs"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file && !file.startsWith("db/migrations/"));

const source = (file: string) => readFileSync(path.join(process.cwd(), file), "utf8");
const isTest = (file: string) => /[.]test[.]ts$/.test(file);
const lines = (file: string) => source(file).trimEnd().split("\n").length;
const longerThan = (limit: number, chosen: string[]) =>
  chosen.filter((file) => lines(file) > limit).map((file) => `${file}: ${lines(file)}`);

describe("sizes", () => {
  test("no file has more than 300 lines", () => {
    expect(longerThan(300, files)).toEqual([]);
  });
  test("no route has more than 40", () => {
    expect(
      longerThan(
        40,
        files.filter((file) => /^app\/.*\/route\.ts$/.test(file)),
      ),
    ).toEqual([]);
  });
  test("no verb has more than 120", () => {
    // What acts for somebody: the files of a noun whose functions take an actor.
    const verbs = files.filter(
      (file) => /^lib\/(?!http)[\w-]+\/.*(?<!\.test)\.ts$/.test(file) && /\bactor: Actor\b|Call\b/.test(source(file)),
    );
    expect(verbs.length).toBeGreaterThan(10);
    expect(longerThan(120, verbs)).toEqual([]);
  });
  test("no folder has more than 40 files, and no noun with all that is below it", () => {
    const counts = new Map<string, number>();
    for (const file of files.filter((name) => !isTest(name))) {
      const folder = path.dirname(file);
      const noun = /^lib\/[\w-]+/.exec(folder)?.[0] ?? folder;
      for (const holder of new Set([folder, noun])) counts.set(holder, (counts.get(holder) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(100);
    expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
  });
});

test("a file is named for what it does", () => {
  const catchAll = /\/(index|common|misc|service|(helper|util)s?)\.\w+$/;
  expect(files.filter((file) => catchAll.test(file))).toEqual([]);
});

test("only the clock reads the time, only the places named use randomness", () => {
  const code = files.filter((file) => /^(app|lib|db|components)\//.test(file) && !isTest(file));
  const reading = code.filter((file) => /new Date\(\)|Date\.now\(\)/.test(source(file)));
  expect(reading).toEqual(["lib/clock.ts", "lib/ids.ts"]);
  const random = code.filter((file) => /Math\.random|randomBytes|randomUUID|getRandomValues/.test(source(file)));
  expect(random).toEqual(["components/calls/new-key.ts", "lib/crypto.ts", "lib/ids.ts"]);
});

test("what a process has once is shared by all bundles, and other state of modules is as good twice", () => {
  const code = files.filter((file) => /^(app|lib|db)\/.*\.ts$/.test(file) && !isTest(file));
  const shared = code.flatMap((file) =>
    [...source(file).matchAll(/\bprocessWide\("([^"]+)"/g)].map(([, name]) => name),
  );
  expect(shared.length).toBeGreaterThan(10);
  expect(shared.filter((name, i) => shared.indexOf(name) !== i)).toEqual([]);
  // Kept for speed or made from settings alone; what counts, waits or excludes belongs to lib/process-wide.ts.
  const own = /^(export )?(let \w+|const \w+(: [^=]+)? = (new (Map|Set|WeakMap|Agent)(<[^>]*>)?\(\)|pLimit\())/m;
  expect(code.filter((file) => own.test(source(file)))).toEqual([
    "app/api/inngest/route.ts",
    "app/openapi.json/document-text.ts",
    "lib/agreements/make-agreement-pdf.ts",
    "lib/crypto.ts",
    "lib/env.ts",
    "lib/health/info.ts",
    "lib/jobs/inngest-client.ts",
    "lib/providers/mail.ts",
    "lib/providers/sms.ts",
    "lib/snake-case.ts",
    "lib/strict-schema.ts",
    "lib/users/password.ts",
    "lib/webhooks/outbound/deliver-webhooks.ts",
  ]);
});

test("nothing that runs for long asks URL.canParse, which Node.js 20 and 22 answer wrongly in time", () => {
  const code = files.filter((file) => /^(app|lib|db|components|sdk|scripts\/server)\//.test(file) && !isTest(file));
  expect(code.filter((file) => /\bcanParse\(/.test(source(file)))).toEqual([]);
});

test("only the scenarios and the showcase call a party without its guard, and few files call outside parties at all", () => {
  const code = files.filter((file) => /^(app|lib|db)\//.test(file) && !isTest(file));
  expect(code.filter((file) => /\bsandbox(Bank|Mandates)\b/.test(source(file)))).toEqual([
    "lib/providers/bank.ts",
    "lib/providers/mandate.ts",
    "lib/sandbox/scenarios/pass-time.ts",
    "lib/sandbox/scenarios/story.ts",
    "lib/showcase/borrow.ts",
  ]);
  // All but hints to the job engine, which go out after a commit, ask first whether a transaction is open.
  expect(code.filter((file) => /\bfetch\(|\bcreateTransport\(|\bhttps?\.request\b/.test(source(file)))).toEqual([
    "lib/demo/backend.ts",
    "lib/jobs/inngest-client.ts",
    "lib/jobs/reach-inngest.ts",
    "lib/marketplace-servers/call-server.ts",
    "lib/providers/mail.ts",
    "lib/providers/sms.ts",
  ]);
});

test("raw statements name the schema of their rows", () => {
  const code = files.filter((file) => /^(lib|db)\//.test(file) && !isTest(file));
  expect(code.filter((file) => source(file).includes(".execute<"))).toEqual([]);
  expect(code.filter((file) => source(file).includes("rowsOf(")).length).toBeGreaterThan(20);
});

test("only authentication mints tenants", () => {
  const minting = files.filter((file) => /\bmintTenant\b/.test(source(file)) && !isTest(file));
  expect(minting).toEqual([
    "lib/actor.ts",
    "lib/http/access-token.ts",
    "lib/http/auth.ts",
    "lib/http/dashboard-action.ts",
    "lib/http/dashboard-token.ts",
    "lib/http/embed-token.ts",
    "lib/http/webhook-signature.ts",
  ]);
});

describe("who reaches which merchants is told by who acts (`reachOf`), except", () => {
  const code = files.filter((file) => /^(app|components|lib|db)\//.test(file) && !/[.]test[.]tsx?$/.test(file));
  const using = (pattern: RegExp) => code.filter((file) => pattern.test(source(file)));

  test("where a stored row says whose the work is", () => {
    expect(using(/\breachOfRow\b/)).toEqual([
      "lib/borrowers/exposure.ts",
      "lib/consents/list-consents.ts",
      "lib/consents/withdraw-consent.ts",
      "lib/funding/decide-again.ts",
      "lib/funding/facts.ts",
      "lib/ingestion/process-batch.ts",
      "lib/ingestion/rescore-outdated.ts",
      "lib/loans/save-loan.ts",
      "lib/mandates/prepare-mandate.ts",
      "lib/merchants/ensure-merchant-of-user.ts",
      "lib/oauth/approve-authorization.ts",
      "lib/payouts/ask-for-another-account.ts",
      "lib/payouts/order-payout.ts",
      "lib/payouts/payout-account.ts",
      "lib/payouts/save-payout-account.ts",
      "lib/reach.ts",
      "lib/settlements/match-settlement.ts",
      "lib/webhooks/outbound/record-event.ts",
    ]);
  });

  test("where the row has no merchant, or what is looked for is the whole tenant's", () => {
    expect(using(/\beveryMerchantOf\b/)).toEqual([
      "lib/collection/record-findings.ts",
      "lib/collection/watch-collection.ts",
      "lib/data-access/begin-authorization.ts",
      "lib/data-access/claim-merchant.ts",
      "lib/data-access/confirm-pull.ts",
      "lib/data-access/delete-data-source.ts",
      "lib/data-access/end-access.ts",
      "lib/data-access/finish-authorization.ts",
      "lib/data-access/read-data-source.ts",
      "lib/data-events/receipt.ts",
      "lib/documents/upload-quota.ts",
      "lib/funding/next-moment.ts",
      "lib/ingestion/submit-batch.ts",
      "lib/mandates/take-mandate-link.ts",
      "lib/merchants/bind-merchant-id.ts",
      "lib/merchants/ensure-merchant-of-user.ts",
      "lib/oauth/revoke-grant.ts",
      "lib/reach.ts",
      "lib/repayments/report.ts",
      "lib/sandbox/info.ts",
      "lib/settlements/store-settlement.ts",
    ]);
  });

  test("where a borrower's merchants are looked for, of all marketplaces: in one folder, which tells of sums alone", () => {
    expect(using(/\bmembersOf\b/)).toEqual([
      "lib/borrowers/exposure.ts",
      "lib/borrowers/lock-borrower.ts",
      "lib/borrowers/members.ts",
    ]);
  });

  test("and nothing else is taken for a reach", () => {
    expect(using(/\bas (unknown as )?Reach\b/)).toEqual(["lib/reach.ts"]);
  });
});

describe("nouns", () => {
  // Words shared by everybody (types, lists of values) and made-up data are no dependency on what a noun does.
  const sharedWords = /\/(schema|constants|states|offer)$|\/fixtures\//;
  const nounOf = (file: string) => /^lib\/([\w-]+)\//.exec(file)?.[1];
  const uses = new Map<string, Set<string>>();
  for (const file of files.filter((name) => name.startsWith("lib/") && !isTest(name))) {
    const noun = nounOf(file);
    if (!noun) continue;
    for (const [, imported = ""] of source(file).matchAll(/from "@\/(lib\/[\w-]+\/[^"]+)"/g)) {
      const other = nounOf(`${imported}.ts`);
      if (!other || other === noun || sharedWords.test(imported)) continue;
      uses.set(noun, (uses.get(noun) ?? new Set()).add(other));
    }
  }

  function circleFrom(noun: string, trail: string[]): string[] | null {
    if (trail.includes(noun)) return [...trail.slice(trail.indexOf(noun)), noun];
    for (const next of uses.get(noun) ?? []) {
      const circle = circleFrom(next, [...trail, noun]);
      if (circle) return circle;
    }
    return null;
  }

  test.each([...uses.keys()].sort())("%s is in no circle", (noun) => {
    expect(circleFrom(noun, [])).toBeNull();
  });
});
