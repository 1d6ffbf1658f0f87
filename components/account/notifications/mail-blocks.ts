export type MailBlock = { rows: (readonly [name: string, value: string])[] } | { text: string };

/** The text part of a mail as a page shows it, which has links of its own in place of the mail's. */
export function blocksOf(mail: string): MailBlock[] {
  return mail.trim().split("\n\n").flatMap(blockOf);
}

function blockOf(block: string): MailBlock[] {
  const lines = withoutAddresses(block.split("\n"));
  if (lines.length === 0) return [];
  const rows = lines.flatMap(rowOf);
  return rows.length === lines.length ? [{ rows }] : [{ text: lines.join("\n") }];
}

/** Without lines that are an address, and what leads to them: `Change it now:`. */
function withoutAddresses(lines: readonly string[]): string[] {
  const isAddress = (line: string | undefined) => /^https?:\/\/\S+$/.test(line ?? "");
  return lines.filter((line, at) => !(isAddress(line) || (line.endsWith(":") && isAddress(lines[at + 1]))));
}

/** `You get: ₦500,000.00` as a name and a value; nothing for what is a sentence. */
function rowOf(line: string): [string, string][] {
  const [, name, value] = /^([^:.]{1,40}): ([\p{Lu}\p{Nd}₦].*)$/u.exec(line) ?? [];
  return name && value && !/[.!?]$/.test(value) ? [[name, value]] : [];
}
