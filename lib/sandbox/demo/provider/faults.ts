import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { demoFaults } from "@/db/schema/demo";
import { second } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import type { SellerFault } from "@/lib/terms/demo-provider";

/** Longer than anybody waits. */
const slowness = 60 * second;

/** What the demo marketplace's server answers instead, while it acts up. */
export class Misbehaviour extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super("The demo marketplace acts up");
    this.name = "Misbehaviour";
  }
}

/** How the demo marketplace's server acts up for a seller; null: it does not. */
export async function readFault(seller: string): Promise<SellerFault | null> {
  const [row] = await db().select().from(demoFaults).where(eq(demoFaults.seller, seller));
  return row?.fault ?? null;
}

/** Makes the demo marketplace's server act up for a seller, or, with null, work again. */
export async function saveFault(call: { seller: string; fault: SellerFault | null; realNow: RealTime }): Promise<void> {
  const { seller, fault, realNow } = call;
  if (fault === null) {
    await db().delete(demoFaults).where(eq(demoFaults.seller, seller));
    return;
  }
  const since = { fault, since: realNow };
  await db()
    .insert(demoFaults)
    .values({ seller, ...since })
    .onConflictDoUpdate({ target: demoFaults.seller, set: since });
}

/**
 * Lets a request for a seller pass, unless its server acts up.
 * @param signal when the one who asks has left
 * @throws Misbehaviour
 */
export async function requireNoFault(seller: string, signal: AbortSignal): Promise<void> {
  const fault = await readFault(seller);
  if (fault === null) return;
  if (fault === "nonsense")
    throw new Misbehaviour(200, "<!doctype html><title>Sale!</title><h1>Everything must go</h1>");
  if (fault === "slow") await wait(slowness, undefined, { signal, ref: false }).catch(() => {});
  throw new Misbehaviour(503, "<!doctype html><title>Back soon</title><h1>Demo Market is being repaired</h1>");
}
