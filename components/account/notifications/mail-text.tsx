import { Facts } from "@/components/ui/facts";
import { blocksOf } from "./mail-blocks";

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
