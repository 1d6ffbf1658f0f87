"use server";

import { z } from "zod";
import { text } from "@/lib/kernel/validation";
import { mintToken, readMerchant, startMerchant } from "@/lib/sandbox/demo/backend";
import { callsFor } from "@/lib/sandbox/demo/calls";
import { listWebhooks } from "@/lib/sandbox/demo/webhooks";
import { sandboxAction } from "./sandbox-action";

const sellerInput = z.object({ seller: text(255) });

/** Creates a seller and returns the address of its page. */
export const start = sandboxAction("seller", z.object({ prefilled: z.boolean() }), async ({ prefilled }, realNow) => {
  const seller = await startMerchant({ prefilled, realNow });
  return { address: `/demo?seller=${encodeURIComponent(seller)}` };
});

/** A fresh token for the seller's journey. The secret key stays on the server. */
export const getToken = sandboxAction("seller", sellerInput, async ({ seller }, realNow) => ({
  token: await mintToken({ ref: seller, realNow }),
}));

const newsInput = sellerInput.extend({ after: z.int().min(0), status: z.boolean() });

/**
 * The webhooks after number `after`, and all calls of the marketplace's server so far; the merchant's status where it was
 * asked for or a webhook has come.
 */
export const readNews = sandboxAction("question", newsInput, async ({ seller, after, status: asked }, realNow) => {
  const webhooks = await listWebhooks(seller, after);
  const stale = asked || webhooks.length > 0;
  const status = stale ? await readMerchant({ ref: seller, realNow }) : null;
  return { webhooks, calls: callsFor(seller), status };
});
