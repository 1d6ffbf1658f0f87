import type { Holding } from "@/lib/surfaces/account/loans/holding";
import { holderHere } from "./holder";

export async function holdingHere(): Promise<Holding> {
  const { user, merchants, realNow } = await holderHere();
  return { userId: user.userId, merchants, realNow };
}
