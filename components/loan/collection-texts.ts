import { fromKobo, nairaText, toKobo } from "@/lib/kernel/money";
import { beyondRounding } from "@/lib/terms/collection/constants";
import type { Collection } from "@/lib/terms/collection/schema";

type CollectionTexts = {
  rows: [name: string, amount: string][];
  /** Why something is still to come, or why two figures differ by less than a naira. */
  hint: string | null;
  notes: { title: string; text: string }[];
};

const roundingHint =
  "The two differ by less than a naira because the share of each sale is rounded. Nothing is missing.";

/** Null while there is nothing to tell. Nothing here asks anything of the merchant: the marketplace puts it right. */
export function collectionTexts(collection: Collection | null, marketplace: string): CollectionTexts | null {
  if (!collection || (collection.agreed === 0 && collection.taken === 0)) return null;
  const { agreed, taken } = collection;
  const [awaited, missing, excess] = [collection.awaited, collection.missing, collection.excess].map((difference) =>
    fromKobo(beyondRounding(toKobo(difference))),
  ) as [number, number, number];
  const rows: CollectionTexts["rows"] = [
    ["Agreed so far", nairaText(agreed)],
    ["Taken so far", nairaText(taken)],
  ];
  if (awaited > 0) rows.push(["Still to come", nairaText(awaited)]);
  const rounding = agreed !== taken && awaited === 0 && missing === 0 && excess === 0;
  const hint = `What is still to come is from your latest sales. ${marketplace} usually takes it when it pays you.`;
  const notes: CollectionTexts["notes"] = [];
  if (missing > 0) {
    notes.push({
      title: `${nairaText(missing)} has not been passed on yet`,
      text: `This much was agreed to come from your sales, and ${marketplace} has not passed it on. That is for ${marketplace} to put right: there is nothing you need to do. It counts as paid back as soon as it arrives.`,
    });
  }
  if (excess > 0) {
    notes.push({
      title: `${nairaText(excess)} too much was taken`,
      text: `${marketplace} took more from your sales than was agreed. It is being sorted out: there is nothing you need to do. None of it is lost: it counts as paid back, and anything beyond your loan goes back to you.`,
    });
  }
  return { rows, hint: awaited > 0 ? hint : rounding ? roundingHint : null, notes };
}
