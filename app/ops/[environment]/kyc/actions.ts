"use server";

import { z } from "zod";
import { actionsOn, operatorAction } from "@/lib/edge/http/actions/operator-action";
import { acceptItem, takeItemBack } from "@/lib/merchants/kyc/review/accept-item";
import { handBackKyc, takeKyc } from "@/lib/merchants/kyc/review/take-kyc";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { decideCase, questionsOf, rejectionOf } from "@/lib/surfaces/console/kyc/decide-case";
import { approveTyped, askTyped, itemTyped, ofCase, rejectTyped } from "@/lib/surfaces/console/kyc/decision-schema";
import { findCase } from "@/lib/surfaces/console/kyc/read-case";
import { reasonTyped } from "@/lib/surfaces/console/parties/schema";

const permission = "review";
const onCase = actionsOn(permission, "merchantId", async (environment, merchantId, { realNow }) => {
  const { tenant } = await findCase({ environment, merchantId });
  return { tenant, ref: merchantId, now: await readBusinessNow(tenant, realNow) };
});

export const takeCase = onCase("takeCase", reasonTyped.partial(), (call) =>
  takeKyc({ ...call, reason: call.input.reason ?? null }),
);
export const handBackCase = onCase("handBackCase", z.object(), handBackKyc);
export const acceptCaseItem = onCase("acceptCaseItem", itemTyped, (call) => acceptItem({ ...call, ...call.input }));
export const takeCaseItemBack = onCase("takeCaseItemBack", itemTyped.omit({ seen: true }), (call) =>
  takeItemBack({ ...call, ...call.input }),
);

export const approveCase = operatorAction({
  ...({ name: "approveCase", permission } as const),
  input: approveTyped.extend(ofCase.shape),
  work: ({ input, ...at }) => decideCase({ ...at, input, outcome: { status: "APPROVED" } }),
});

export const rejectCase = operatorAction({
  ...({ name: "rejectCase", permission } as const),
  input: rejectTyped.and(ofCase),
  work: ({ input, ...at }) => decideCase({ ...at, input, outcome: rejectionOf(input) }),
});

export const askAgain = operatorAction({
  ...({ name: "askAgain", permission } as const),
  input: askTyped.extend(ofCase.shape),
  work: ({ input, ...at }) => decideCase({ ...at, input, outcome: questionsOf(input) }),
});
