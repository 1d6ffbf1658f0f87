import { escaped } from "@/lib/html";

/** A page from a route handler, which cannot render the other pages' components. */
export function plainPage({ title, lines }: { title: string; lines: readonly string[] }): string {
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
</style>
</head>
<body><main>
<h1>${escaped(title)}</h1>
${lines.map((line) => `<p>${escaped(line)}</p>`).join("\n")}
</main></body>
</html>
`;
}
