"use server";

import { z } from "zod";
import { sandboxAction } from "@/app/demo/sandbox-action";
import { takeBackAccess } from "@/lib/sandbox/demo/provider/access";
import { saveFault } from "@/lib/sandbox/demo/provider/faults";
import { sellerFaults } from "@/lib/terms/demo-provider";
import { thirdPartyCustomerId } from "@/lib/terms/merchants/schema";

const sellerInput = z.object({ seller: thirdPartyCustomerId });

export const takeBack = sandboxAction("seller", sellerInput, async ({ seller }, realNow) => {
  await takeBackAccess({ seller, realNow });
  return { address: addressOf(seller) };
});

const faultInput = sellerInput.extend({ fault: z.enum(sellerFaults).nullable() });

/** Makes the demo marketplace's server act up for a seller, or, with null, work again. */
export const setFault = sandboxAction("choice", faultInput, async ({ seller, fault }, realNow) => {
  await saveFault({ seller, fault, realNow });
  return { address: addressOf(seller) };
});

function addressOf(seller: string): string {
  return `/demo/shop?seller=${encodeURIComponent(seller)}`;
}
