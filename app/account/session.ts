import { headers } from "next/headers";
import { pageBelow } from "@/app/anyone";
import { readSession, type Session } from "@/lib/edge/http/session";

export const start = "/account";

export async function merchantSession(): Promise<Session | null> {
  return readSession(await headers(), "merchant");
}

/** A page of the account that sign-in leads back to; anything else leads to its start. */
export function backTo(given: string | string[] | undefined): string {
  return pageBelow(given, start) ?? start;
}
