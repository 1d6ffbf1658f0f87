"use client";

import { useJourney } from "@/components/journey/context";
import { dateText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import { Card, Facts } from "@/components/ui/touch-card";
import type { JourneyLoan } from "@/lib/embed/schema";
import { collectionTexts } from "./collection-texts";

/** What was agreed to come from the merchant's sales and what did; nothing while there are none. */
export function CollectionCard({ loan: { collection } }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  const texts = collectionTexts(collection, session.marketplace.name);
  if (!collection || !texts) return null;
  const { rows, hint, notes } = texts;
  return (
    <Card title="From your sales">
      <Facts rows={rows} />
      <p className="wrap-anywhere text-sm text-stone-700 dark:text-stone-300">
        Since {dateText(collection.from)}. {hint}
      </p>
      {notes.map(({ title, text }) => (
        <Notice key={title} look="plain" title={title}>
          <p className="wrap-anywhere">{text}</p>
        </Notice>
      ))}
    </Card>
  );
}
