import { CodedError } from "@/lib/kernel/errors";
import { escaped } from "@/lib/kernel/html";
import { toProblem } from "./problem";
import type { Reply } from "./reply";
import { jsonFormat } from "./wire-format";

/** A route handler cannot render the other pages' components. The `button` posts to the page's own address. */
export function plainPage(page: { title: string; lines: readonly string[]; button?: string }): string {
  const { title, lines, button } = page;
  const form = button === undefined ? "" : `<form method="post"><button>${escaped(button)}</button></form>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg">
<title>${escaped(title)} · Marketplace Financing</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; background: Canvas; color: CanvasText; font: 1rem/1.6 ui-sans-serif, system-ui, sans-serif }
main { max-width: 36rem; margin: 0 auto; padding: 4rem 1.25rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.3 }
button { min-height: 3rem; padding: 0 1.25rem; font: inherit; font-weight: 600 }
</style>
</head>
<body><main>
<h1>${escaped(title)}</h1>
${lines.map((line) => `<p>${escaped(line)}</p>`).join("\n")}
${form}
</main></body>
</html>
`;
}

function away(): CodedError {
  const message = "Pages cannot be shown for a moment. Wait a few seconds, then load the page again.";
  return new CodedError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 3 });
}

/** Why there is no page while the first start after a change still builds them. */
export function pagesToCome(): CodedError {
  const message = "The pages are being built, which takes a minute; the API answers already. Load the page again then.";
  return new CodedError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 10 });
}

/**
 * The answer to a request for a page that is refused.
 * @param error null: there is nobody to make pages at the moment
 * @param reader who reads it: a person in a window, the script of a page that called an action (Next shows a text to
 *   the action's caller), or a program
 */
export function pageRefusal(error: unknown, reader: "person" | "script" | "program", requestId: string): Reply {
  const refused = error ?? away();
  const failure = jsonFormat.failure(refused, requestId);
  const { title, detail } = toProblem(refused, requestId);
  const headers = { ...failure.headers, "cache-control": "no-store" };
  if (reader === "program") return { ...failure, text: JSON.stringify(failure.body), headers };
  const html = reader === "person";
  return {
    status: failure.status,
    text: html ? plainPage({ title, lines: [detail] }) : detail,
    headers: {
      ...headers,
      "content-type": html ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
  };
}
