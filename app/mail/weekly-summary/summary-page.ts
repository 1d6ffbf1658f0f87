import { plainPage } from "@/lib/http/plain-page";
import type { Reply } from "@/lib/http/route";

/** The page behind the link of a weekly summary; of undefined, that of a link that is none. */
export function offered(link: { marketplace: string; weeklySummary: boolean } | undefined): Reply {
  if (!link) return notOurs;
  if (!link.weeklySummary) return ended(link.marketplace);
  return page(200, {
    title: "Switch the weekly summary off?",
    lines: [`Once a week you get a mail about your loan on ${link.marketplace}. All other mails about it still come.`],
    button: "Switch it off",
  });
}

/** Once it is off. */
export function ended(marketplace: string | undefined): Reply {
  if (marketplace === undefined) return notOurs;
  return page(200, {
    title: "The weekly summary is off",
    lines: [`How your loan stands, you always see on ${marketplace}. You can switch it on again there.`],
  });
}

const notOurs = page(404, {
  title: "This link does not work",
  lines: ["Open it from the mail once more, all of it. You can also switch the summary off where you see your loan."],
});

function page(status: number, content: Parameters<typeof plainPage>[0]): Reply {
  return { status, text: plainPage(content), headers: { "content-type": "text/html; charset=utf-8" } };
}
