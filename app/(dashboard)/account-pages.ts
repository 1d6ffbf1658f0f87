import { headers } from "next/headers";
import { pageBelow } from "@/app/anyone";
import { signedInStaff } from "@/lib/edge/http/actions/dashboard-action";

export const start = "/dashboard/test";

/** A page of the dashboard that sign-in leads back to; anything else leads to its start. */
export function backTo(given: string | string[] | undefined): string {
  return pageBelow(given, "/dashboard/test") ?? pageBelow(given, "/dashboard/live") ?? start;
}

export async function isSignedIn(): Promise<boolean> {
  return (await signedInStaff(await headers(), "test", { evenWithoutSecondFactor: true })) !== null;
}
