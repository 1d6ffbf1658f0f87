import { linkLook } from "@/components/ui/button";
import { Card, Facts } from "@/components/ui/touch-card";
import type { DocumentSection } from "@/lib/terms/agreements";

/** More rows than these are closed at first. */
const fewRows = 8;

export function Section({ section: { title, rows, paragraphs } }: { section: DocumentSection }) {
  const facts = <Facts rows={rows.map(({ name, value }) => [name, value] as const)} />;
  return (
    <Card title={title}>
      {rows.length > 0 && rows.length <= fewRows && facts}
      {rows.length > fewRows && (
        <details>
          <summary className={`flex min-h-12 cursor-pointer items-center ${linkLook}`}>Show all {rows.length}</summary>
          {facts}
        </details>
      )}
      {paragraphs.map((text) => (
        <p key={text} className="wrap-anywhere text-sm text-stone-700 dark:text-stone-300">
          {text}
        </p>
      ))}
    </Card>
  );
}
