import { count, eq, sum } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { remittanceReceipts, remitters } from "@/db/schema/remittances";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, kobo, toKobo } from "@/lib/kernel/money";
import { noteRemittance } from "@/lib/lending/remittances/receive-remittance";
import { remittanceReceived } from "@/lib/lending/remittances/schema";
import type { ProposalKind } from "./kind";

const received = z.object(remittanceReceived);

/** There is to see what has been noted so far, whenever it counts from: another receipt meanwhile may be the same money. */
const look: ProposalKind["look"] = async ({ subjectId, lock }) => {
  const one = db().select().from(remitters).where(eq(remitters.id, subjectId));
  const [remitter] = await (lock ? one.for("update") : one);
  if (!remitter) throw notFound("remittance");
  const { lenderId, marketplaceId, environment, reference } = remitter;
  const [lender] = await db().select({ name: lenders.name }).from(lenders).where(eq(lenders.id, lenderId));
  const { amount, remitterId } = remittanceReceipts;
  const [noted] = await db()
    .select({ receipts: count(), received: sum(amount) })
    .from(remittanceReceipts)
    .where(eq(remitterId, subjectId));
  const of = { lenderId, lender: lender?.name ?? "", marketplaceId, environment, reference };
  // Money that came and went back leaves the same sum, but not as many receipts.
  const evidence = { ...of, received: fromKobo(kobo(Number(noted?.received ?? 0))), receipts: noted?.receipts ?? 0 };
  return { tenant: null, environment, evidence };
};

export const remittanceReceivedKind: ProposalKind = {
  name: "REMITTANCE_RECEIVED",
  permission: "pay",
  look,
  perform: async ({ operator, subjectId: remitterId, input, reason, realNow }) => {
    const { amount, ...money } = received.parse(input);
    await noteRemittance({ operator, remitterId, amount: toKobo(amount), ...money, reason, realNow });
  },
};
