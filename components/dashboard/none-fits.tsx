import { EmptyState } from "@/components/ui/empty-state";

/** In place of a list in which nothing passes the filters. @param what of all that it lists: `loans` */
export function NoneFits({ what }: { what: string }) {
  return (
    <EmptyState title={`No such ${what}`}>Nothing fits what you look for. Clear the filters to see all.</EmptyState>
  );
}
