import { EmptyState } from "@/components/ui/empty-state";
import { mostLookedAt } from "@/lib/terms/dashboard";

/** Below a list that stopped looking before its page was full. @param what of all that it lists: `merchants`. */
export function LookedSoFar({ what, query }: { what: string; query: { endingBefore?: string | undefined } }) {
  return (
    <p role="status" className="text-sm text-muted">
      {mostLookedAt.toLocaleString("en")} {what} have been looked through for this page.{" "}
      {query.endingBefore ? "Newer" : "Older"} looks on from there.
    </p>
  );
}

/** In place of a list that found nothing before it stopped looking. */
export function NoneSoFar({ what }: { what: string }) {
  return (
    <EmptyState title="None among these">
      None of the {what} looked through so far fits what you look for. Look on, or type more of the name or an id.
    </EmptyState>
  );
}
