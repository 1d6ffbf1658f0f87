import { EmptyState } from "@/components/ui/empty-state";
import { mostMerchants } from "@/lib/dashboard/constants";

/** In place of a list that was searched for a name too many have. */
export function TooManyMerchants() {
  return (
    <EmptyState title="That is too many merchants">
      More than {mostMerchants} merchants may have this in their names. Type more of the name, or the merchant's id.
    </EmptyState>
  );
}
