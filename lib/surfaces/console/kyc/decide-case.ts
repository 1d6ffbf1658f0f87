import type { Environment, OperatorUser } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { type Decided, decideKyc } from "@/lib/lending/proposals/decide-kyc";
import { kycSteps } from "@/lib/terms/kyc/constants";
import { askReasons, rejectionText } from "@/lib/terms/kyc/review-reasons";
import type { AskTyped, OfCase, RejectTyped } from "./decision-schema";
import { queueQuery } from "./kyc-list";
import { addressOf, nextCase } from "./queue";
import { findCase } from "./read-case";

type Deciding = { operator: OperatorUser; environment: Environment; realNow: RealTime };

/** What was done, and where to go on: the next case of the queue that this one was opened from, else the queue. */
export async function decideCase(call: Deciding & { input: OfCase & { note: string }; outcome: Decided }) {
  const { operator, environment, realNow, input, outcome } = call;
  const { merchantId: ref, seen, note } = input;
  const { tenant } = await findCase({ environment, merchantId: ref });
  const proposal = await decideKyc({ operator, tenant, ref, outcome, seen, note: note || null, realNow });
  const query = queueQuery.parse(input.queue);
  const next = await nextCase(call, query, ref);
  const base = `/ops/${environment}/kyc`;
  return { proposed: proposal !== null, next: `${base}${next === null ? "" : `/${next}`}${addressOf(query)}` };
}

export function rejectionOf({ reason, words }: RejectTyped): Decided {
  return { status: "REJECTED", reason: rejectionText(reason, words) };
}

export function questionsOf({ questions }: AskTyped): Decided {
  return {
    status: "REQUIRES_UPDATE",
    requirements: questions.map(({ about, reason, words }) => {
      const [named, item = ""] = about.split(" ");
      const step = kycSteps.find((one) => one === named) ?? "review";
      const message = [askReasons[reason], words].filter(Boolean).join(" ");
      return { step, item, reasonCode: reason, message, resolved: false };
    }),
  };
}
