import type { Ask } from "@/components/forms/search-options";

type Listed = { data: { code: string; name: string }[]; hasMore: boolean };

const asking =
  (list: string): Ask =>
  async (typed, signal) => {
    const query = new URLSearchParams({ q: typed.slice(0, 100), limit: "20" });
    const address = `/api/merchants/kyc/${list}?${query}`;
    const answer = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer", signal });
    if (!answer.ok) throw new Error(`The list answers ${answer.status}.`);
    const { data, hasMore }: Listed = await answer.json();
    return { options: data.map(({ code, name }) => ({ value: code, label: name })), more: hasMore };
  };

/** Kinds of business, by what people call them. */
export const askBusinessTypes = asking("business-types");

/** What businesses do, in traders' words. */
export const askBusinessCategories = asking("business-categories");
