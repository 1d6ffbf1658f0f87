import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { remitters } from "@/db/schema/remittances";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, toKobo } from "@/lib/kernel/money";
import { businessTime } from "@/lib/kernel/time";
import { readBalance } from "@/lib/lending/remittances/queries";
import { noteRemittance } from "@/lib/lending/remittances/receive-remittance";
import { remittanceReceived } from "@/lib/lending/remittances/schema";
import type { ProposalKind } from "./kind";

const received = z.object(remittanceReceived);

/** There is to see what had come by then: another receipt meanwhile may be the same money. */
const look: ProposalKind["look"] = async ({ subjectId, realNow, lock }) => {
  const one = db().select().from(remitters).where(eq(remitters.id, subjectId));
  const [remitter] = await (lock ? one.for("update") : one);
  if (!remitter) throw notFound("remittance");
  const [lender] = await db().select({ name: lenders.name }).from(lenders).where(eq(lenders.id, remitter.lenderId));
  const balance = await readBalance(remitter, businessTime(realNow, 0));
  const { lenderId, marketplaceId, environment, reference } = remitter;
  const evidence = { lenderId, lender: lender?.name ?? "", marketplaceId, environment, reference };
  return { tenant: null, environment, evidence: { ...evidence, received: fromKobo(balance.received) } };
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
