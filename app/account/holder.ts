import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { readSession } from "@/lib/edge/http/session";
import * as clock from "@/lib/kernel/clock";
import { businessTime } from "@/lib/kernel/time";
import { atWorkOn, listHeldMerchants } from "@/lib/parties/people/account-queries";

/** Whose account a page shows, with the merchants it holds. Without a session the reader is sent to sign in, and back here. */
export const holderHere = cache(async () => {
  // Not the header: a page is rendered in the same request as a server action, which may have set another session.
  const user = await readSession(new Headers({ cookie: `${await cookies()}` }), "merchant");
  if (!user) {
    const path = (await headers()).get("x-path") ?? "/account";
    redirect(`/account/login?to=${encodeURIComponent(path)}`);
  }
  return { user, merchants: await listHeldMerchants(user.userId), realNow: clock.now() };
});

/** The same, about the merchant that the address names: another's is a page that does not exist. */
export async function merchantAt(params: Promise<{ merchantId: string }>) {
  const { user, merchants, realNow } = await holderHere();
  const { merchantId } = await params;
  const merchant = merchants.find((one) => one.merchantId === merchantId);
  if (!merchant) notFound();
  return {
    actor: atWorkOn(user.userId, merchant),
    merchant,
    user,
    now: businessTime(realNow, merchant.clockAhead),
    realNow,
  };
}
