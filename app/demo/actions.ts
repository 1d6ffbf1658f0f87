"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { validate } from "@/lib/edge/http/body";
import { type Refusal, runAction } from "@/lib/edge/http/run-action";
import * as clock from "@/lib/kernel/clock";
import { text } from "@/lib/kernel/validation";
import { mintToken, readMerchant, startMerchant } from "@/lib/sandbox/demo/backend";
import { callsFor, type DemoCall } from "@/lib/sandbox/demo/calls";
import { type DemoWebhook, listWebhooks } from "@/lib/sandbox/demo/webhooks";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";
import type { MerchantStatus } from "@/lib/surfaces/merchant-status/schema";

const startInput = z.object({ prefilled: z.boolean() });
const sellerInput = z.object({ seller: text(255) });
const newsInput = sellerInput.extend({ after: z.int().min(0), status: z.boolean() });

/** Creates a seller and returns the address of its page. */
export async function start(given: unknown): Promise<{ address: string } | Refusal> {
  return runAction(async () => {
    requireSandbox(await headers());
    const { prefilled } = validate(startInput, given, "seller");
    const seller = await startMerchant({ prefilled, realNow: clock.now() });
    return { address: `/demo?seller=${encodeURIComponent(seller)}` };
  });
}

/** A fresh token for the seller's journey. The secret key stays on the server. */
export async function getToken(given: unknown): Promise<{ token: string } | Refusal> {
  return runAction(async () => {
    requireSandbox(await headers());
    const { seller } = validate(sellerInput, given, "seller");
    return { token: await mintToken({ ref: seller, realNow: clock.now() }) };
  });
}

/** `status` is null when it was not asked for and no webhook has come. */
type News = { webhooks: DemoWebhook[]; calls: DemoCall[]; status: MerchantStatus | null };

/** The webhooks after number `after`, and all calls of the marketplace's server so far. */
export async function readNews(given: unknown): Promise<News | Refusal> {
  return runAction(async () => {
    requireSandbox(await headers());
    const { seller, after, status: asked } = validate(newsInput, given, "question");
    const webhooks = await listWebhooks(seller, after);
    const stale = asked || webhooks.length > 0;
    const status = stale ? await readMerchant({ ref: seller, realNow: clock.now() }) : null;
    return { webhooks, calls: callsFor(seller), status };
  });
}
