import { eq, inArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import type { Operator, Tenant } from "@/lib/kernel/actor";
import { businessTime } from "@/lib/kernel/time";
import { recordPayout } from "@/lib/lending/transfers/payouts/record-payout";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { giveRailByHand, payoutByHand } from "@/test/by-hand";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { costlyCases, costlyTimeout, fc } from "@/test/proof";
import { now } from "@/test/time";
import { downloadBatch } from "./download-batch";
import { findRailByHand } from "./find-rail-by-hand";
import { makeBatch } from "./make-batch";
import { decidePayouts } from "./open-payouts";
import { recallBatch } from "./recall-batch";
import { releaseBatch } from "./release-batch";

useDatabase();

let live: Tenant;
let maker: Operator;
let other: Operator;
beforeAll(async () => {
  live = (await createMarketplace({ live: true })).live;
  [maker, other] = [await operator(), await operator()];
});

async function operator(): Promise<Operator> {
  return { kind: "operatorUser", userId: (await anyOperator()).userId, role: "ADMIN" } as Operator;
}

const round = ["open", "die", "make", "release", "enter", "refuse", "see", "recall", "work"] as const;
const step = fc.record({ kind: fc.constantFrom(...round), of: fc.nat(9) });
/** Mostly one thing after another, of which some are left out, and then anything. */
const rounds = fc
  .array(fc.tuple(fc.subarray([...round], { minLength: 4 }), fc.nat(9), fc.array(step, { maxLength: 2 })), {
    minLength: 3,
    maxLength: 6,
  })
  .map((drawn) => drawn.flatMap(([kinds, of, then]) => [...kinds.map((kind) => ({ kind, of })), ...then]));

/** What the people at the bank know: which files they have, what they entered, and what the bank has paid. */
class Desk {
  lenderId = "";
  railId = "";
  /** By the batch's id: its orders' references, and what became of the batch. */
  readonly batches = new Map<
    string,
    { references: string[]; state: "made" | "released" | "recalled"; entered: boolean }
  >();
  readonly orders: { payoutId: string; loanId: string; reference: string }[] = [];
  /** By reference: how often the bank has paid it. */
  readonly paid = new Map<string, number>();
  readonly seen = new Set<string>();
  readonly refused = new Set<string>();

  async begin() {
    this.lenderId = await createTestLender({ environment: "live" });
    ({ railId: this.railId } = await giveRailByHand(this.lenderId));
  }

  async take({ kind, of }: { kind: (typeof round)[number]; of: number }): Promise<void> {
    const { lenderId, railId } = this;
    const call = { lenderId, realNow: now() };
    const pick = (wanted: string) => {
      const found = [...this.batches].filter(([, { state }]) => state === wanted);
      return found[of % Math.max(found.length, 1)];
    };
    switch (kind) {
      case "open":
        if (this.orders.length < 4) this.orders.push(await payoutByHand(live, { lenderId, railId }));
        return;
      case "work":
        for (const { payoutId } of this.orders) await sendPayout(payoutId, now());
        return;
      case "die":
        // A process that ended between its decisions and the batch.
        await decidePayouts(await findRailByHand(lenderId, undefined), businessTime(now(), 0));
        return;
      case "make": {
        const made = await makeBatch({ ...call, operator: maker, input: { kind: "PAYOUTS" } }).catch(() => null);
        if (!made) return;
        const references = made.lines.map(({ reference }) => reference);
        this.batches.set(made.id, { references, state: "made", entered: false });
        return;
      }
      case "release": {
        // The statement is looked at first: what the bank has paid is known here.
        for (const [reference] of this.paid) await this.see(reference);
        const [batchId, batch] = pick("made") ?? [];
        if (!batchId || !batch) return;
        const done = await releaseBatch({ ...call, operator: other, batchId }).catch(() => null);
        if (done) batch.state = "released";
        // Only where something of it had ended.
        else expect(batch.references.some((one) => this.seen.has(one) || this.refused.has(one))).toBe(true);
        return;
      }
      case "enter": {
        const [batchId, batch] = pick("released") ?? [];
        if (!batchId || !batch || batch.entered) return;
        const { content } = await downloadBatch({ ...call, operator: other, batchId });
        batch.entered = true;
        const lines = content.trim().split("\r\n").slice(1);
        expect(lines.map((line) => line.split(",")[0]?.toLowerCase())).toEqual(batch.references);
        for (const one of batch.references)
          if (!this.refused.has(one)) this.paid.set(one, (this.paid.get(one) ?? 0) + 1);
        return;
      }
      case "see": {
        const reference = [...this.paid.keys()][of % Math.max(this.paid.size, 1)];
        if (reference) await this.see(reference);
        return;
      }
      case "refuse": {
        const [, batch] = pick("released") ?? [];
        const reference = batch?.references.find((one) => !this.paid.has(one) && !this.refused.has(one));
        if (reference) await this.answer(reference, { status: "FAILED", cause: "OTHER", reason: "No." });
        if (reference) this.refused.add(reference);
        return;
      }
      case "recall": {
        // Also of one that somebody has entered, which nobody told the two who recall it.
        const [batchId, batch] = pick(of % 3 === 0 ? "made" : "released") ?? [];
        if (!batchId || !batch) return;
        const call = { operator: other, batchId, reason: "Not entered.", realNow: now() };
        const done = await transaction(() => recallBatch(call)).then(
          () => true,
          () => false,
        );
        if (done) batch.state = "recalled";
      }
    }
  }

  private async see(reference: string) {
    if (this.seen.has(reference)) return;
    await this.answer(reference, { status: "CONFIRMED", reference: `FT-${reference}` });
    this.seen.add(reference);
  }

  private async answer(reference: string, outcome: Parameters<typeof recordPayout>[1]) {
    const [payout] = await db().select().from(payouts).where(eq(payouts.reference, reference));
    if (!payout) throw new Error("There is no such order.");
    const at = businessTime(now(), 0);
    await transaction(async () => {
      await recordPayout({ payout, lastFour: "6789" }, outcome, at);
    });
  }

  async check() {
    const standing = [...this.batches.values()]
      .filter(({ state }) => state !== "recalled")
      .flatMap((one) => one.references);
    expect(new Set(standing).size).toBe(standing.length);
    expect([...this.paid.values()].filter((times) => times > 1)).toEqual([]);
    const rows = await db()
      .select({ reference: payouts.reference, status: payouts.status, loan: loans.status })
      .from(payouts)
      .innerJoin(loans, eq(loans.id, payouts.loanId))
      .where(
        inArray(
          payouts.reference,
          this.orders.map(({ reference }) => reference),
        ),
      );
    for (const { reference, status, loan } of rows) {
      const known = this.seen.has(reference ?? "")
        ? "CONFIRMED"
        : this.refused.has(reference ?? "")
          ? "FAILED"
          : "PENDING";
      expect([status, loan]).toEqual([
        known,
        { CONFIRMED: "ACTIVE", FAILED: "PAYOUT_HELD", PENDING: "DISBURSING" }[known],
      ]);
    }
  }
}

test(
  "an order is never in two batches, nor paid twice, whatever people do and whenever a process dies",
  async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (drawn) => {
        const desk = new Desk();
        await desk.begin();
        for (const step of [{ kind: "open", of: 0 } as const, { kind: "open", of: 0 } as const, ...drawn]) {
          await desk.take(step);
        }
        await desk.check();
      }),
      { numRuns: costlyCases },
    );
  },
  costlyTimeout,
);
