"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { validate } from "@/lib/edge/http/body";
import { type Refusal, runAction } from "@/lib/edge/http/run-action";
import * as clock from "@/lib/kernel/clock";
import { takeBackAccess } from "@/lib/sandbox/demo/provider/access";
import { saveFault } from "@/lib/sandbox/demo/provider/faults";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";
import { sellerFaults } from "@/lib/terms/demo-provider";
import { thirdPartyCustomerId } from "@/lib/terms/merchants/schema";

const sellerInput = z.object({ seller: thirdPartyCustomerId });
const faultInput = sellerInput.extend({ fault: z.enum(sellerFaults).nullable() });

/** The seller takes back what it allowed the service. */
export async function takeBack(given: unknown): Promise<{ address: string } | Refusal> {
  return runAction(async () => {
    requireSandbox(await headers());
    const { seller } = validate(sellerInput, given, "seller");
    await takeBackAccess({ seller, realNow: clock.now() });
    return { address: addressOf(seller) };
  });
}

/** Makes the demo marketplace's server act up for a seller, or, with null, work again. */
export async function setFault(given: unknown): Promise<{ address: string } | Refusal> {
  return runAction(async () => {
    requireSandbox(await headers());
    const { seller, fault } = validate(faultInput, given, "choice");
    await saveFault({ seller, fault, realNow: clock.now() });
    return { address: addressOf(seller) };
  });
}

function addressOf(seller: string): string {
  return `/demo/shop?seller=${encodeURIComponent(seller)}`;
}
