import { Facts } from "@/components/ui/facts";
import { blocksOf } from "./mail-blocks";

/** The text part of a mail: paragraphs, and figures with their names. */
export function MailText({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-4 text-pretty wrap-anywhere">
      {blocksOf(text).map((block) =>
        "rows" in block ? (
          <Facts key={block.rows.join("\n")} items={block.rows} />
        ) : (
          <p key={block.text} className="max-w-prose whitespace-pre-line">
            {block.text}
          </p>
        ),
      )}
    </div>
  );
}
