import { type Measured, scenarios } from "./measure";

const width = 800;
const left = 250;
const plot = width - left - 90;
const row = 15;
const colours = ["#9a5b13", "#1f5f8b"];

type Bar = { label: string; values: readonly number[]; texts: readonly string[] };
type Panel = { title: string; most: number; bars: readonly Bar[] };

/** The study as a picture: before and after in each panel, with every figure written out. */
export function draw(sides: readonly Measured[]): string {
  const panels: Panel[] = [
    {
      title: "Largest offers repaid in time, percent, when the merchant's six months repeat",
      most: 100,
      bars: scenarios.map((scenario) =>
        barOf(
          `sales ${scenario}`,
          sides,
          ({ collected }) => collected[scenario].inTime,
          (value) => `${value.toFixed(1)} %`,
        ),
      ),
    },
    {
      title: "Merchants by tier",
      most: Math.max(1, ...sides.flatMap(({ tiers }) => Object.values(tiers))),
      bars: ["A", "B", "C", "D", "E"].map((tier) => barOf(tier, sides, ({ tiers }) => tiers[tier] ?? 0, String)),
    },
    gamingPanel(sides),
  ];
  let y = 64;
  const parts: string[] = [];
  for (const panel of panels) {
    parts.push(text(16, y, panel.title, 'font-weight="bold"'));
    y += 14;
    for (const bar of panel.bars) {
      parts.push(text(left - 10, y + row, bar.label, 'text-anchor="end"'));
      bar.values.forEach((value, i) => {
        const long = Math.max(0, Math.min(1, value / panel.most)) * plot;
        parts.push(
          `<rect x="${left}" y="${y + 2}" width="${long.toFixed(1)}" height="${row - 3}" fill="${colours[i]}"/>`,
        );
        parts.push(text(left + long + 6, y + row - 3, bar.texts[i] ?? "", 'font-size="11"'));
        y += row;
      });
      y += 7;
    }
    y += 22;
  }
  const legend = sides.map(({ name }, i) => {
    const x = 16 + i * 230;
    return `<rect x="${x}" y="26" width="12" height="12" fill="${colours[i]}"/>${text(x + 18, 36, name)}`;
  });
  const summary = sides
    .map(
      ({ name, borrowers, collected }) =>
        `${name}: ${borrowers} can borrow, ${collected["as before"].inTime.toFixed(1)} percent repaid in time`,
    )
    .join("; ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img" aria-labelledby="t d"`,
    `  font-family="system-ui, sans-serif" font-size="12">`,
    `<title id="t">What the rules of lending do to the same merchants</title><desc id="d">${escaped(summary)}</desc>`,
    `<rect width="${width}" height="${y}" fill="#fff"/>`,
    ...legend,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

function gamingPanel(sides: readonly Measured[]): Panel {
  const names = sides[0]?.gains.map(({ name }) => name) ?? [];
  const gain = (side: Measured, name: string) => side.gains.find((one) => one.name === name)?.percent ?? 0;
  return {
    title: "Rise of all caps together from a merchant's gaming, percent (bars end at 50)",
    most: 50,
    bars: names.map((name) =>
      barOf(
        name,
        sides,
        (side) => gain(side, name),
        (value) => `${value.toFixed(1)} %`,
      ),
    ),
  };
}

function barOf(
  label: string,
  sides: readonly Measured[],
  value: (side: Measured) => number,
  inWords: (value: number) => string,
): Bar {
  const values = sides.map(value);
  return { label, values, texts: values.map(inWords) };
}

function text(x: number, y: number, shown: string, more = ""): string {
  return `<text x="${x.toFixed(1)}" y="${y}" fill="#1b1b1b" ${more}>${escaped(shown)}</text>`;
}

function escaped(shown: string): string {
  return shown.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
