import type { Ask } from "@/components/forms/search-options";
import type { ReferenceList } from "@/lib/terms/kyc/field";

type Listed = { data: { code: string; name: string }[]; hasMore: boolean };

const asking =
  (list: ReferenceList): Ask =>
  async (typed, signal) => {
    const query = new URLSearchParams({ q: typed.slice(0, 100), limit: "20" });
    const address = `/api/merchants/kyc/${list}?${query}`;
    const answer = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer", signal });
    if (!answer.ok) throw new Error(`The list answers ${answer.status}.`);
    const { data, hasMore }: Listed = await answer.json();
    return { options: data.map(({ code, name }) => ({ value: code, label: name })), more: hasMore };
  };

export const referenceLists: Record<ReferenceList, Ask> = {
  "business-types": asking("business-types"),
  "business-categories": asking("business-categories"),
};
