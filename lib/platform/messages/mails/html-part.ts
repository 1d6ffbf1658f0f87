import { escaped } from "@/lib/kernel/html";
import type { MailText } from "@/lib/terms/mails/mail";

export type MailContent = Required<MailText> & {
  action: { label: string; url: string } | null;
  /** Whom it is about, and how to complain: at the end of every mail. */
  contact: Pick<Required<MailText>, "title" | "rows"> & { paragraph: string };
  /** Before a mail about test data. */
  test: string | null;
  /** How to switch mails of this kind off. */
  switchOff: { paragraph: string; link: string; url: string } | null;
};

/** Inline: many mail clients drop style sheets; those that know dark mode read the classes. Nothing is loaded. */
const look = {
  page: "margin:0;padding:0;background:#f5f5f4;color:#1c1917",
  frame: "max-width:560px;margin:0 auto;padding:16px 12px",
  card: "background:#ffffff;border:1px solid #e7e5e4;border-radius:12px;padding:20px 16px",
  text: "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere;word-break:break-word",
  title: "margin:0 0 12px;font-size:24px;line-height:1.25;font-weight:700",
  subtitle: "margin:0 0 8px;font-size:16px;line-height:1.4;font-weight:700",
  paragraph: "margin:0 0 12px",
  note: "margin:0 0 12px;padding:8px 12px;border:1px solid #d6d3d1;border-radius:8px",
  table: "width:100%;table-layout:fixed;border-collapse:collapse;margin:4px 0 16px",
  name: "padding:10px 12px 10px 0;border-bottom:1px solid #e7e5e4;text-align:left;vertical-align:top;font-weight:400;color:#57534e",
  value:
    "padding:10px 0;border-bottom:1px solid #e7e5e4;text-align:right;vertical-align:top;font-weight:600;font-variant-numeric:tabular-nums",
  foot: "padding:20px 16px 8px;font-size:14px;color:#57534e",
  button:
    "display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none",
  link: "color:#1d4ed8;text-decoration:underline",
} as const;

const dark = [
  ".page{background:#0c0a09!important;color:#f5f5f4!important}",
  ".card{background:#1c1917!important;border-color:#44403c!important}",
  ".line{border-color:#44403c!important}",
  ".soft{color:#d6d3d1!important}",
  ".link{color:#93c5fd!important}",
].join("");

/** The HTML part: one column, for phones first. Every value is escaped here. */
export function htmlPart(content: MailContent): string {
  const { subject, title, lead, action, rows, paragraphs, contact, test, switchOff } = content;
  const card = [
    test ? `<p class="line" style="${look.note}">${escaped(test)}</p>` : "",
    `<h1 style="${look.title}">${escaped(title)}</h1>`,
    paragraph(lead),
    action ? button(action) : "",
    rows.length > 0 ? tableOf(rows) : "",
    ...paragraphs.map(paragraph),
  ];
  const foot = [
    `<h2 style="${look.subtitle}">${escaped(contact.title)}</h2>`,
    ...contact.rows.map(({ name, value }) => `<div>${escaped(name)}: <strong>${escaped(value)}</strong></div>`),
    `<p style="margin:8px 0 12px">${escaped(contact.paragraph)}</p>`,
    switchOff
      ? `<p style="${look.paragraph}">${escaped(switchOff.paragraph)} ` +
        `<a class="link" href="${escaped(switchOff.url)}" target="_blank" rel="noopener" style="${look.link}">${escaped(switchOff.link)}</a></p>`
      : "",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}}</style>
</head>
<body class="page" style="${look.page}">
<div class="page" role="main" style="${look.page}">
<div style="${look.frame};${look.text}">
<div class="card" style="${look.card}">
${card.filter(Boolean).join("\n")}
</div>
<div class="soft" style="${look.foot}">
${foot.filter(Boolean).join("\n")}
</div>
</div>
</div>
</body>
</html>
`;
}

function button({ label, url }: NonNullable<MailContent["action"]>): string {
  const attributes = `href="${escaped(url)}" target="_blank" rel="noopener" style="${look.button}"`;
  return `<p style="${look.paragraph}"><a ${attributes}>${escaped(label)}</a></p>`;
}

function paragraph(text: string): string {
  return `<p style="${look.paragraph}">${escaped(text)}</p>`;
}

function tableOf(rows: MailContent["rows"]): string {
  const lines = rows.map(
    ({ name, value }) =>
      `<tr><th scope="row" class="line soft" style="${look.name}">${escaped(name)}</th>` +
      `<td class="line" style="${look.value}">${escaped(value)}</td></tr>`,
  );
  return `<table style="${look.table}">\n${lines.join("\n")}\n</table>`;
}
