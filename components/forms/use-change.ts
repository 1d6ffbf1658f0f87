"use client";

import { useRouter } from "next/navigation";
import { useClose } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { isRefusal, type Outcome, unreachable } from "./outcome";

/** Waits for an action: unless refused or leading elsewhere, its window closes, a toast says so, the page follows. */
export function useChange() {
  const router = useRouter();
  const toast = useToast();
  const close = useClose();
  return async (changing: Promise<unknown>, said?: string | ((answer: unknown) => string)): Promise<Outcome> => {
    const answer = await changing.catch(() => unreachable);
    if (isRefusal(answer) || leadsElsewhere(answer)) return answer;
    close();
    if (said) toast.show(typeof said === "string" ? said : said(answer));
    router.refresh();
    return { done: true };
  };
}

function leadsElsewhere(answer: unknown): answer is { address: string } {
  return typeof answer === "object" && answer !== null && "address" in answer;
}
