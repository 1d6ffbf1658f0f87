import { dateText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import { Card, Facts } from "@/components/ui/touch-card";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { collectionTexts } from "./collection-texts";

export function CollectionCard(props: { loan: JourneyLoan; marketplace: string }) {
  const { collection } = props.loan;
  const texts = collectionTexts(collection, props.marketplace);
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
