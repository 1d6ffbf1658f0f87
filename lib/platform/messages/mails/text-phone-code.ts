import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { phoneCodes } from "@/db/schema/phones";
import { later, minute, second } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import { TextRefused, type TextSender, textSender } from "@/lib/platform/providers/sms";
import { phoneCodeText } from "./phone-code-text";

/** All within the five minutes that a code works: afterwards nobody can use it. */
const retryDelays = [5 * second, 20 * second, minute, 2 * minute] as const;

/**
 * Sends one code by text message; without a gateway it only shows in the mailbox page. One that the gateway refuses for
 * good, or that expires before it could be sent, is given up.
 * @returns when to retry, or null
 */
export async function textPhoneCode(id: string, realNow: RealTime, sender = textSender()): Promise<RealTime | null> {
  const unsent = and(eq(phoneCodes.id, id), isNull(phoneCodes.sentAt));
  const [row] = await db().select().from(phoneCodes).where(unsent);
  if (!row) return null;
  const { attempts, again, sent } = await tryToSend(sender, row, realNow);
  const dueAt = again === null ? null : later(realNow, again);
  await db()
    .update(phoneCodes)
    .set({ attempts, dueAt, leasedUntil: null, sentAt: sent ? realNow : null })
    .where(unsent);
  return dueAt;
}

async function tryToSend(sender: TextSender | null, row: typeof phoneCodes.$inferSelect, realNow: RealTime) {
  const { id, phoneNumber: recipient, attempts, expiresAt } = row;
  const over = expiresAt <= realNow;
  // Begun before the `try`: being called inside a transaction is our fault, not the gateway's.
  const sending = over ? undefined : sender?.send({ recipient, text: phoneCodeText(id), idempotencyKey: id });
  try {
    await sending;
  } catch (error) {
    const delay = error instanceof TextRefused ? undefined : retryDelays[attempts];
    const again = delay !== undefined && later(realNow, delay) < expiresAt ? delay : null;
    log.error(again ? "a code could not be sent yet" : "a code was given up", error, { phoneCodeId: id });
    return { attempts: attempts + 1, again, sent: false };
  }
  const tried = sending !== undefined;
  return { attempts: attempts + (tried ? 1 : 0), again: null, sent: tried };
}
