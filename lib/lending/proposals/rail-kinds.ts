import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, zero } from "@/lib/kernel/money";
import { activateRail, retireRail } from "@/lib/parties/lenders/rails/change-rail";
import { findActiveRail } from "@/lib/parties/lenders/rails/queries";
import type { ProposalKind } from "./kind";

const tried = z.looseObject({ railId: z.string() });

/** What there is to see is the lender and the rail it has; the account that it would have is what is proposed. */
export const lookAtLender: ProposalKind["look"] = async ({ subjectId, lock }) => {
  const one = db().select().from(lenders).where(eq(lenders.id, subjectId));
  const [lender] = await (lock ? one.for("update") : one);
  if (!lender) throw notFound("lender");
  const rail = await findActiveRail(subjectId);
  const evidence = {
    lender: lender.name,
    environment: lender.environment,
    archived: lender.archivedAt !== null,
    rail: rail?.kind ?? null,
    integration: rail?.integration ?? null,
    keyEnd: rail?.keyEnd ?? null,
    ...(rail?.kind === "BY_HAND" && { dayLimit: fromKobo(rail.dayLimit ?? zero) }),
  };
  return { tenant: null, environment: lender.environment, evidence };
};

export const lenderRail: ProposalKind = {
  name: "LENDER_RAIL",
  permission: "manage",
  look: lookAtLender,
  perform: ({ operator, subjectId: lenderId, input, reason, realNow }) =>
    activateRail({ operator, lenderId, railId: tried.parse(input).railId, reason, realNow }),
};

export const lenderRailEnd: ProposalKind = {
  name: "LENDER_RAIL_END",
  permission: "manage",
  look: lookAtLender,
  perform: ({ operator, subjectId: lenderId, reason, realNow }) => retireRail({ operator, lenderId, reason, realNow }),
};
