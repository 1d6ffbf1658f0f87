import { invalidField } from "@/lib/kernel/errors";
import { businessCategories } from "./business-categories";
import { listedBusinessTypes, listedDocumentTypes } from "./kinds";
import { type Index, indexed, ranked, type Searchable } from "./rank";

type Query = {
  q?: string | undefined;
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
};
type Entry = Searchable & { code: string };
type Page<E> = { data: Omit<E, "words">[]; hasMore: boolean };

const categories = indexed(businessCategories);
const businesses = indexed(listedBusinessTypes);
const documents = indexed(listedDocumentTypes);

export function searchBusinessTypes(query: Query) {
  return search(businesses, query);
}

export function searchBusinessCategories(query: Query) {
  return search(categories, query);
}

export function searchDocumentTypes(query: Query) {
  return search(documents, query);
}

function search<E extends Entry>(index: Index<E>, { q = "", limit, startingAfter, endingBefore }: Query): Page<E> {
  const all = q === "" ? index.entries.map(({ entry }) => entry) : ranked(index, q);
  const from = startingAfter === undefined ? 0 : placeOf(all, startingAfter, "startingAfter") + 1;
  const to = endingBefore === undefined ? all.length : placeOf(all, endingBefore, "endingBefore");
  const between = all.slice(from, to);
  // Before a neighbour, the nearest to it.
  const backwards = startingAfter === undefined && endingBefore !== undefined;
  const page = backwards ? between.slice(-limit) : between.slice(0, limit);
  return { data: page.map(({ words: _, ...entry }) => entry), hasMore: between.length > page.length };
}

function placeOf(all: readonly Entry[], code: string, field: string): number {
  const place = all.findIndex((entry) => entry.code === code);
  if (place === -1) throw invalidField(field, "Must be the code of an entry in this list");
  return place;
}
