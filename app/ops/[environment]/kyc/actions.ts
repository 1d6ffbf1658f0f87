"use server";

import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { acceptItem, takeItemBack } from "@/lib/merchants/kyc/review/accept-item";
import { handBackKyc, takeKyc } from "@/lib/merchants/kyc/review/take-kyc";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { decideCase, questionsOf, rejectionOf } from "@/lib/surfaces/console/kyc/decide-case";
import { approveTyped, askTyped, ofCase, ofItem, rejectTyped } from "@/lib/surfaces/console/kyc/decision-schema";
import { findCase } from "@/lib/surfaces/console/kyc/read-case";
import { reasonTyped } from "@/lib/surfaces/console/parties/schema";

const permission = "review";
const done = { done: true } as const;

export const takeCase = operatorAction({
  ...({ name: "takeCase", permission } as const),
  input: ofCase.pick({ merchantId: true }).extend(reasonTyped.partial().shape),
  work: async ({ operator, environment, input: { merchantId, reason = null }, realNow }) => {
    const { tenant } = await findCase({ environment, merchantId });
    await takeKyc({ operator, tenant, ref: merchantId, reason, now: await readBusinessNow(tenant, realNow), realNow });
    return done;
  },
});

export const handBackCase = operatorAction({
  ...({ name: "handBackCase", permission } as const),
  input: ofCase.pick({ merchantId: true }),
  work: async ({ operator, environment, input: { merchantId }, realNow }) => {
    const { tenant } = await findCase({ environment, merchantId });
    await handBackKyc({ operator, tenant, ref: merchantId, now: await readBusinessNow(tenant, realNow) });
    return done;
  },
});

export const acceptCaseItem = operatorAction({
  ...({ name: "acceptCaseItem", permission } as const),
  input: ofItem,
  work: async ({ operator, environment, input: { merchantId: ref, item, seen }, realNow }) => {
    const { tenant } = await findCase({ environment, merchantId: ref });
    await acceptItem({ operator, tenant, ref, item, seen, now: await readBusinessNow(tenant, realNow) });
    return done;
  },
});

export const takeCaseItemBack = operatorAction({
  ...({ name: "takeCaseItemBack", permission } as const),
  input: ofItem.omit({ seen: true }),
  work: async ({ operator, environment, input: { merchantId: ref, item }, realNow }) => {
    const { tenant } = await findCase({ environment, merchantId: ref });
    await takeItemBack({ operator, tenant, ref, item, now: await readBusinessNow(tenant, realNow) });
    return done;
  },
});

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
