"use client";

import { useRouter } from "next/navigation";
import { isRefusal, type Outcome } from "@/components/forms/outcome";
import { useToast } from "@/components/ui/toast";

/** Waits for an action that changes something. Unless it was refused, the page then follows, and a toast says so. */
export function useChange() {
  const router = useRouter();
  const toast = useToast();
  return async (changing: Promise<unknown>, said?: string): Promise<Outcome> => {
    const answer = await changing;
    if (isRefusal(answer)) return answer;
    if (said) toast.show(said);
    router.refresh();
    return { done: true };
  };
}
