import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

/** What layer rules cannot say: sizes, names, and that rooms depend on one another in one direction. */
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.mjs"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file && !/^(db\/migrations|lib\/sales\/scoring\/models)\//.test(file));

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
    // What acts for somebody: the files of a room whose functions take an actor.
    const verbs = files.filter(
      (file) =>
        /^lib\/(?!kernel|terms|edge\/http).*(?<!\.test)\.ts$/.test(file) &&
        /\bactor: Actor\b|Call\b/.test(source(file)),
    );
    expect(verbs.length).toBeGreaterThan(10);
    expect(longerThan(120, verbs)).toEqual([]);
  });
  test("no folder has more than 40 files", () => {
    const counts = new Map<string, number>();
    for (const file of files.filter((name) => !isTest(name))) {
      const folder = path.dirname(file);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(100);
    expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
  });
});

test("lib has few wings, and each says in fifteen lines what it is for", () => {
  const wings = [...new Set(files.flatMap((file) => /^lib\/([^/]+)\//.exec(file)?.[1] ?? []))];
  expect(wings.length).toBeGreaterThan(5);
  expect(wings.length).toBeLessThanOrEqual(13);
  expect(
    longerThan(
      15,
      wings.map((wing) => `lib/${wing}/README.md`),
    ),
  ).toEqual([]);
});

test("a file is named for what it does", () => {
  const catchAll = /\/(index|common|misc|service|(helper|util)s?)\.\w+$/;
  expect(files.filter((file) => catchAll.test(file))).toEqual([]);
});

test("only the clock reads the time, only the places named use randomness", () => {
  const code = files.filter((file) => /^(app|lib|db|components)\//.test(file) && !isTest(file));
  const reading = code.filter((file) => /new Date\(\)|Date\.now\(\)/.test(source(file)));
  expect(reading).toEqual(["lib/kernel/clock.ts", "lib/kernel/ids.ts"]);
  const random = code.filter((file) => /Math\.random|randomBytes|randomUUID|getRandomValues/.test(source(file)));
  expect(random).toEqual(["components/calls/new-key.ts", "lib/kernel/crypto.ts", "lib/kernel/ids.ts"]);
});

test("what a process has once is shared by all bundles, and other state of modules is as good twice", () => {
  const code = files.filter((file) => /^(app|lib|db)\/.*\.ts$/.test(file) && !isTest(file));
  const shared = code.flatMap((file) =>
    [...source(file).matchAll(/\bprocessWide\("([^"]+)"/g)].map(([, name]) => name),
  );
  expect(shared.length).toBeGreaterThan(10);
  expect(shared.filter((name, i) => shared.indexOf(name) !== i)).toEqual([]);
  // Kept for speed or made from settings alone; what counts, waits or excludes belongs to lib/kernel/process-wide.ts.
  const own = /^(export )?(let \w+|const \w+(: [^=]+)? = (new (Map|Set|WeakMap|Agent)(<[^>]*>)?\(\)|pLimit\())/m;
  expect(code.filter((file) => own.test(source(file)))).toEqual([
    "app/api/inngest/route.ts",
    "app/openapi.json/document-text.ts",
    "lib/edge/jobs/inngest-client.ts",
    "lib/kernel/crypto.ts",
    "lib/kernel/env.ts",
    "lib/kernel/snake-case.ts",
    "lib/kernel/strict-schema.ts",
    "lib/loans/agreements/make-agreement-pdf.ts",
    "lib/parties/people/password/password.ts",
    "lib/platform/messages/webhooks/deliver-webhooks.ts",
    "lib/platform/providers/mail.ts",
    "lib/platform/providers/sms.ts",
    "lib/surfaces/health/info.ts",
  ]);
});

test("nothing that runs for long asks URL.canParse, which Node.js 20 and 22 answer wrongly in time", () => {
  const code = files.filter((file) => /^(app|lib|db|components|sdk|scripts\/server)\//.test(file) && !isTest(file));
  expect(code.filter((file) => /\bcanParse\(/.test(source(file)))).toEqual([]);
});

test("only the scenarios and the showcase call a party without its guard, and few files call outside parties at all", () => {
  const code = files.filter((file) => /^(app|lib|db)\//.test(file) && !isTest(file));
  expect(code.filter((file) => /\bsandbox(Bank|Mandates)\b/.test(source(file)))).toEqual([
    "lib/platform/providers/bank.ts",
    "lib/platform/providers/mandate.ts",
    "lib/sandbox/scenarios/pass-time.ts",
    "lib/sandbox/scenarios/story.ts",
    "lib/sandbox/showcase/borrow.ts",
  ]);
  // All but hints to the job engine, which go out after a commit, ask first whether a transaction is open.
  expect(code.filter((file) => /\bfetch\(|\bcreateTransport\(|\bhttps?\.request\b/.test(source(file)))).toEqual([
    "lib/edge/jobs/inngest-client.ts",
    "lib/edge/jobs/reach-inngest.ts",
    "lib/platform/egress/guarded-fetch.ts",
    "lib/platform/providers/asking/ask-json.ts",
    "lib/platform/providers/mail.ts",
    "lib/platform/providers/patient-fetch.ts",
    "lib/platform/providers/sms.ts",
    "lib/sandbox/demo/backend.ts",
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
    "lib/edge/http/access-token.ts",
    "lib/edge/http/actions/dashboard-action.ts",
    "lib/edge/http/auth.ts",
    "lib/edge/http/dashboard-token.ts",
    "lib/edge/http/embed-token.ts",
    "lib/edge/http/webhook-signature.ts",
    "lib/kernel/actor.ts",
  ]);
});

describe("who reaches which merchants is told by who acts (`reachOf`), except", () => {
  const code = files.filter((file) => /^(app|components|lib|db)\//.test(file) && !/[.]test[.]tsx?$/.test(file));
  const using = (pattern: RegExp) => code.filter((file) => pattern.test(source(file)));

  test("where a stored row says whose the work is", () => {
    expect(using(/\breachOfRow\b/)).toEqual([
      "lib/kernel/reach.ts",
      "lib/lending/funding/borrowers/exposure.ts",
      "lib/lending/funding/decide-again.ts",
      "lib/lending/funding/facts.ts",
      "lib/lending/reconciliation/settlements/match-settlement.ts",
      "lib/lending/transfers/mandates/mandate-by-hand.ts",
      "lib/lending/transfers/mandates/prepare-mandate.ts",
      "lib/lending/transfers/payouts/ask-for-another-account.ts",
      "lib/lending/transfers/payouts/name-account.ts",
      "lib/lending/transfers/payouts/order-payout.ts",
      "lib/lending/transfers/payouts/payout-account.ts",
      "lib/lending/transfers/payouts/record-holder.ts",
      "lib/lending/transfers/payouts/save-payout-account.ts",
      "lib/loans/loans/save-loan.ts",
      "lib/merchants/merchants/ensure-merchant-of-user.ts",
      "lib/platform/messages/webhooks/record-event.ts",
      "lib/sales/oauth/approve-authorization.ts",
      "lib/sales/records/process-batch.ts",
      "lib/sales/records/rescore-outdated.ts",
      "lib/surfaces/account/consents/list-consents.ts",
      "lib/surfaces/account/consents/withdraw-consent.ts",
      "lib/surfaces/console/parties/largest-borrowers.ts",
    ]);
  });

  test("where the row has no merchant, or what is looked for is the whole tenant's", () => {
    expect(using(/\beveryMerchantOf\b/)).toEqual([
      "lib/kernel/reach.ts",
      "lib/lending/collection/record-findings.ts",
      "lib/lending/collection/watch-collection.ts",
      "lib/lending/funding/next-moment.ts",
      "lib/lending/reconciliation/settlements/store-settlement.ts",
      "lib/lending/repayments/report.ts",
      "lib/lending/transfers/mandates/take-mandate-link.ts",
      "lib/merchants/documents/upload-quota.ts",
      "lib/merchants/merchants/bind-merchant-id.ts",
      "lib/merchants/merchants/ensure-merchant-of-user.ts",
      "lib/sales/data-access/begin-authorization.ts",
      "lib/sales/data-access/claim-merchant.ts",
      "lib/sales/data-access/confirm-pull.ts",
      "lib/sales/data-access/delete-data-source.ts",
      "lib/sales/data-access/end-access.ts",
      "lib/sales/data-access/finish-authorization.ts",
      "lib/sales/data-access/read-data-source.ts",
      "lib/sales/data-events/receipt.ts",
      "lib/sales/oauth/revoke-grant.ts",
      "lib/sales/records/submit-batch.ts",
      "lib/sandbox/seed/info.ts",
    ]);
  });

  test("where a borrower's merchants are looked for, of all marketplaces: in one folder, which tells of sums alone", () => {
    expect(using(/\bmembersOf\b/)).toEqual([
      "lib/lending/funding/borrowers/exposure.ts",
      "lib/lending/funding/borrowers/lock-borrower.ts",
      "lib/lending/funding/borrowers/members.ts",
    ]);
  });

  test("and nothing else is taken for a reach", () => {
    expect(using(/\bas (unknown as )?Reach\b/)).toEqual(["lib/kernel/reach.ts"]);
  });
});

describe("rooms", () => {
  const roomOf = (file: string) => /^lib\/[\w-]+\/[\w-]+(?=\/)/.exec(file)?.[0];
  const uses = new Map<string, Set<string>>();
  for (const file of files.filter((name) => /^lib\/(?!kernel|terms)/.test(name) && !isTest(name))) {
    const room = roomOf(file);
    if (!room) continue;
    for (const [, imported = ""] of source(file).matchAll(/from "@\/(lib\/(?!kernel|terms)[^"]+)"/g)) {
      const other = roomOf(imported);
      if (other && other !== room) uses.set(room, (uses.get(room) ?? new Set()).add(other));
    }
  }

  function ringFrom(room: string, trail: string[]): string[] | null {
    if (trail.includes(room)) return [...trail.slice(trail.indexOf(room)), room];
    for (const next of uses.get(room) ?? []) {
      const ring = ringFrom(next, [...trail, room]);
      if (ring) return ring;
    }
    return null;
  }

  test.each([...uses.keys()].sort())("%s is in no ring", (room) => {
    expect(ringFrom(room, [])).toBeNull();
  });
});
