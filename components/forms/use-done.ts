"use client";

import { useRouter } from "next/navigation";
import { isRefusal, type Outcome } from "@/components/forms/outcome";
import { useToast } from "@/components/ui/toast";

/** What came of a server action as a form takes it: once it was done the page shows it, and a toast says so. */
export function useDone() {
  const router = useRouter();
  const toast = useToast();
  return (result: unknown, said: string): Outcome => {
    if (isRefusal(result)) return result;
    router.refresh();
    toast.show(said);
    return { done: true };
  };
}
