"use server";

import { headers } from "next/headers";
import { z } from "zod";
import * as clock from "@/lib/clock";
import { takeBackAccess } from "@/lib/demo/provider/access";
import { sellerFaults } from "@/lib/demo/provider/constants";
import { saveFault } from "@/lib/demo/provider/faults";
import { validate } from "@/lib/http/body";
import { type Refusal, runAction } from "@/lib/http/run-action";
import { thirdPartyCustomerId } from "@/lib/merchants/schema";
import { requireSandbox } from "@/lib/sandbox/require-sandbox";

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
