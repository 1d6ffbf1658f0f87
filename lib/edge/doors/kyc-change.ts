import type { z } from "zod";
import { merchantToken } from "@/lib/edge/http/account-token";
import { type Authenticator, type SecretKeyActor, secretKey } from "@/lib/edge/http/auth";
import type { Call } from "@/lib/edge/http/declaration";
import { type EmbedTokenActor, embedToken } from "@/lib/edge/http/embed-token";
import { adding, namedRevisions, replacing } from "@/lib/edge/http/etag";
import { type Route, refOf, route } from "@/lib/edge/http/route";
import type { Actor } from "@/lib/kernel/actor";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import type { BusinessTime } from "@/lib/kernel/time";
import { clearDrafts } from "@/lib/merchants/kyc/drafts/save-draft";
import type { ActingMerchant } from "@/lib/merchants/kyc/provenance";
import { readKycSession } from "@/lib/merchants/kyc/session/read-kyc-session";
import { kycSession } from "@/lib/merchants/kyc/session/schema";
import type { MerchantUser } from "@/lib/parties/people/account-queries";
import { readEmbedSession } from "@/lib/surfaces/journey/read-session";
import { embedSession } from "@/lib/surfaces/journey/schema";
import type { DraftStep } from "@/lib/terms/drafts/schema";

/** What a verb is called with, beside what it is about. */
type KycCall<A, B> = {
  call: { actor: A; ref: string; now: BusinessTime };
  body: B;
  params: Record<string, string>;
  basedOn: readonly number[] | null;
};

export type KycChange<A extends Actor, B extends z.ZodType, P> = {
  done: string;
  body?: B;
  idempotent?: boolean;
  errors: readonly ErrorCode[];
  /** The revision that If-Match can name. */
  revision?: "businessInfo" | "directors";
  /** Instead, where nothing that is there is replaced: the revision that the change raises, for the ETag alone. */
  raises?: "directors";
  /** The steps whose drafts are done with. */
  clears?: readonly [DraftStep, ...DraftStep[]];
  prepare?: (call: KycCall<A, z.output<B>>) => Promise<P>;
  work: (call: KycCall<A, z.output<B>> & { prepared: P }) => Promise<unknown>;
};

/** How an operation is called behind one door. */
type Named = { operationId: string; summary: string; description: string };

/** The marketplace's backend is answered what the verb answers. */
export function atBackend<B extends z.ZodType = z.ZodUndefined, P = undefined>(
  change: KycChange<SecretKeyActor, B, P>,
  { done = change.done, answer, ...named }: Named & { done?: string; answer: z.ZodType },
): Route {
  const { body, idempotent, revision, errors, prepare, work } = change;
  const described = { description: done, body: answer };
  const callOf = (call: Call<SecretKeyActor, z.output<B>, unknown>) => kycCallOf(call, refOf(call.params));
  return route<SecretKeyActor, B, z.ZodUndefined, P>({
    ...named,
    ...(body ? { body } : {}),
    ...(idempotent ? { idempotent } : {}),
    ...(revision ? replacing("revision", described) : { answers: { 200: described } }),
    auth: secretKey,
    rate: "write",
    errors: ["NOT_FOUND", ...errors],
    ...(prepare ? { prepare: (call) => prepare(callOf(call)) } : {}),
    respond: ({ prepared, ...call }) => work({ ...callOf(call), prepared }),
  });
}

/** The merchant in the journey is answered its session as it is afterwards. */
export function inJourney<B extends z.ZodType = z.ZodUndefined, P = undefined>(
  change: KycChange<EmbedTokenActor, B, P>,
  named: Named,
): Route {
  const shown = { as: "the session as it is now", body: embedSession, read: readEmbedSession };
  return ofMerchant(change, named, embedToken, shown);
}

/** The merchant in its account is answered the record as it is afterwards. */
export function inAccount<B extends z.ZodType = z.ZodUndefined, P = undefined>(
  change: KycChange<MerchantUser, B, P>,
  named: Named,
): Route {
  const shown = { as: "the record as it is now", body: kycSession, read: readKycSession };
  return ofMerchant(change, named, merchantToken, shown);
}

function ofMerchant<A extends ActingMerchant & Actor, B extends z.ZodType, P>(
  { done, body, idempotent, revision, raises, clears, errors, prepare, work }: KycChange<A, B, P>,
  named: Named,
  auth: Authenticator<A>,
  shown: { as: string; body: z.ZodType; read: (actor: A, now: BusinessTime) => Promise<unknown> },
): Route {
  const answer = { description: `${done}; ${shown.as}`, body: shown.body };
  const callOf = (call: Call<A, z.output<B>, unknown>) => kycCallOf(call, call.actor.merchantId);
  return route<A, B, z.ZodUndefined, P>({
    ...named,
    ...(body ? { body } : {}),
    ...(idempotent ? { idempotent } : {}),
    ...(revision
      ? replacing(`revisions.${revision}`, answer)
      : raises
        ? adding(`revisions.${raises}`, answer)
        : { answers: { 200: answer } }),
    auth,
    rate: "write",
    errors,
    ...(prepare ? { prepare: (call) => prepare(callOf(call)) } : {}),
    respond: async ({ prepared, ...call }) => {
      await work({ ...callOf(call), prepared });
      const { actor, now, realNow } = call;
      if (clears) await clearDrafts({ actor, steps: clears, realNow });
      return shown.read(actor, now);
    },
  });
}

function kycCallOf<A, B>({ actor, body, params, request, now }: Call<A, B, unknown>, ref: string): KycCall<A, B> {
  return { call: { actor, ref, now }, body, params, basedOn: namedRevisions(request) };
}
