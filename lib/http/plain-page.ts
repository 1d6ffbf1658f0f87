import { escaped } from "@/lib/html";

/**
 * A page from a route handler, which cannot render the other pages' components.
 * @param page.button posts to the page's own address.
 */
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
