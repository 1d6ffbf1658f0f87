import { Facts } from "@/components/ui/facts";

/** The text part of a mail: paragraphs, and figures with their names. */
export function MailText({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-4 text-pretty wrap-anywhere">
      {text
        .trim()
        .split("\n\n")
        .map((block) => (
          <Block key={block} lines={block.split("\n")} />
        ))}
    </div>
  );
}

function Block({ lines }: { lines: readonly string[] }) {
  const rows = lines.map(asRow);
  if (rows.every((row) => row !== null)) return <Facts items={rows} />;
  return <p className="max-w-prose whitespace-pre-line">{lines.join("\n")}</p>;
}

/** "You get: ₦500,000.00" as a name and a value; null for what is a sentence. */
function asRow(line: string): readonly [string, string] | null {
  const [, name, value] = /^([^:.]{1,40}): (.+)$/.exec(line) ?? [];
  return name && value ? [name, value] : null;
}
