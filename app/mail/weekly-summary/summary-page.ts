import { plainPage } from "@/lib/edge/http/plain-page";
import type { Reply } from "@/lib/edge/http/reply";

/** The page behind the link of a weekly summary; of undefined, that of a link that is none. */
export function offered(link: { marketplace: string; weeklySummary: boolean } | undefined): Reply {
  if (!link) return notOurs;
  if (!link.weeklySummary) return ended(link.marketplace);
  return page(200, {
    title: "Switch the weekly summary off?",
    lines: [
      `Once a week you get a mail about your loan on ${link.marketplace}. You still get all other mails about it.`,
    ],
    button: "Switch it off",
  });
}

export function ended(marketplace: string | undefined): Reply {
  if (marketplace === undefined) return notOurs;
  return page(200, {
    title: "The weekly summary is off",
    lines: [`You can see how your loan stands on ${marketplace} at any time, and switch the summary on again there.`],
  });
}

const notOurs = page(404, {
  title: "This link does not work",
  lines: [
    "Perhaps a part of it is missing: open it from the mail again. You can also switch the summary off beside your loan.",
  ],
});

function page(status: number, content: Parameters<typeof plainPage>[0]): Reply {
  return { status, text: plainPage(content), headers: { "content-type": "text/html; charset=utf-8" } };
}
