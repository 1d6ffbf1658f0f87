import type { z } from "zod";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import type { BusinessTime } from "@/lib/kernel/time";
import { clearDrafts } from "@/lib/merchants/kyc/drafts/save-draft";
import { readKycSession } from "@/lib/merchants/kyc/session/read-kyc-session";
import { kycSession } from "@/lib/merchants/kyc/session/schema";
import type { MerchantUser } from "@/lib/parties/people/account-queries";
import type { DraftStep } from "@/lib/terms/drafts/schema";
import { merchantToken } from "./account-token";
import type { Call } from "./declaration";
import { adding, namedRevisions, replacing } from "./etag";
import { type Route, route } from "./route";

/** What a verb is called with, beside what it is about. */
type KycCall<B> = {
  call: { actor: MerchantUser; ref: string; now: BusinessTime };
  body: B;
  params: Record<string, string>;
  basedOn: readonly number[] | null;
};

type Declared<B extends z.ZodType, P> = {
  operationId: string;
  summary: string;
  description: string;
  /** What the answer's description begins with. */
  done: string;
  body?: B;
  idempotent?: boolean;
  errors?: readonly ErrorCode[];
  /** The revision that If-Match can name, as a path into the answer. */
  revision?: string;
  /** Instead, where nothing that is there is replaced: the revision that the change raises, for the ETag alone. */
  raises?: string;
  /** The steps whose drafts are done with. */
  clears?: readonly [DraftStep, ...DraftStep[]];
  prepare?: (call: KycCall<z.output<B>>) => Promise<P>;
  work: (call: KycCall<z.output<B>> & { prepared: P }) => Promise<unknown>;
};

/** A change of the KYC record by the merchant in its account, which answers the record as it is afterwards. */
export function kycRoute<B extends z.ZodType = z.ZodUndefined, P = undefined>(declared: Declared<B, P>): Route {
  const { operationId, summary, description, done, body, idempotent, revision, raises, clears, prepare, work } =
    declared;
  const answer = { description: `${done}; the record as it is now`, body: kycSession };
  return route<MerchantUser, B, z.ZodUndefined, P>({
    operationId,
    summary,
    description,
    auth: merchantToken,
    rate: "write",
    ...(body ? { body } : {}),
    ...(idempotent ? { idempotent } : {}),
    ...(revision ? replacing(revision, answer) : raises ? adding(raises, answer) : { answers: { 200: answer } }),
    errors: [...(revision ? (["EDIT_CONFLICT"] as const) : []), ...(declared.errors ?? []), ...ofEveryChange],
    ...(prepare ? { prepare: (call) => prepare(kycCallOf(call)) } : {}),
    respond: async ({ prepared, ...call }) => {
      await work({ ...kycCallOf(call), prepared });
      const { actor, now, realNow } = call;
      if (clears) await clearDrafts({ actor, steps: clears, realNow });
      return readKycSession(actor, now);
    },
  });
}

const ofEveryChange = ["KYC_NOT_EDITABLE", "CONNECTION_CLOSED"] as const;

function kycCallOf<B>({ actor, body, params, request, now }: Call<MerchantUser, B, unknown>): KycCall<B> {
  return { call: { actor, ref: actor.merchantId, now }, body, params, basedOn: namedRevisions(request) };
}
