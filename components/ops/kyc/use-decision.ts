"use client";

import { isRefusal, type Outcome, unreachable } from "@/components/forms/outcome";
import { useGoing } from "@/components/staff/going";
import { useClose } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";

/** Which case is decided, on what was seen, and of which choice the next one is. */
export type Case = { merchantId: string; seen: string; queue: Record<string, string> };

type Answer = { proposed: boolean; next: string };

/** Waits for a decision; then the next case opens. */
export function useDecision() {
  const { go } = useGoing();
  const toast = useToast();
  const close = useClose();
  return async (deciding: Promise<unknown>, said: string): Promise<Outcome> => {
    const answer = await deciding.catch(() => unreachable);
    if (isRefusal(answer)) return answer;
    const { proposed, next } = answer as Answer;
    close();
    toast.show(proposed ? "Proposed: another operator decides." : said);
    go(next);
    return { done: true };
  };
}
