import { type Collected, type Measured, scenarios } from "./measure";

/** The study as a table: one row a figure, one column a set of rules. */
export function print(sides: readonly Measured[]): string {
  const rows: [string, (side: Measured) => string][] = [
    ["tiers A B C D E", ({ tiers }) => Object.values(tiers).join(" ")],
    ["can borrow", ({ borrowers }) => String(borrowers)],
    ["all caps", ({ caps }) => millions(caps)],
    ["largest offers together", ({ volume }) => millions(volume)],
    ...scenarios.flatMap((scenario): [string, (side: Measured) => string][] => [
      [`sales ${scenario}: repaid in time`, ({ collected }) => percent(collected[scenario].inTime)],
      ["  ever more than 90 days late", ({ collected }) => percent(collected[scenario].over90)],
      ["  most days late: median, 9 in 10, most", ({ collected }) => days(collected[scenario].daysLate)],
      ["  loss, yield a year, PAR 30", ({ collected }) => book(collected[scenario])],
    ]),
    ["rank correlation of score and size", ({ sizeCorrelation }) => sizeCorrelation.toFixed(2)],
  ];
  const tenors = [...new Set(sides.flatMap(({ byTenor }) => byTenor.map(({ tenorDays }) => tenorDays)))];
  for (const tenor of tenors.sort((a, b) => a - b)) {
    rows.push([
      `${tenor} days: offers, volume, of it in time`,
      ({ byTenor }) => {
        const found = byTenor.find(({ tenorDays }) => tenorDays === tenor);
        return found ? `${found.offers}, ${millions(found.volume)}, ${percent(found.inTime)}` : "none";
      },
    ]);
  }
  for (const { name } of sides[0]?.gains ?? []) {
    rows.push([
      `gain: ${name}`,
      ({ gains }) => {
        const found = gains.find((gain) => gain.name === name);
        return found ? `${found.percent.toFixed(1)} %, ${found.merchants} gain` : "";
      },
    ]);
  }
  const cells = [["", ...sides.map(({ name }) => name)], ...rows.map(([label, shown]) => [label, ...sides.map(shown)])];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  return cells
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const millions = (naira: number) => `₦${(naira / 1e6).toFixed(1)}M`;
const percent = (value: number) => `${value.toFixed(1)} %`;
const book = (all: Collected) => [all.loss, all.yield, all.par30].map(percent).join(", ");
const days = ({ median, nineTenths, most }: { median: number; nineTenths: number; most: number }) =>
  `${median}, ${nineTenths}, ${most}`;

/** What pays under the last of the rules, the most first: whatever was tried and raises the caps together, or anybody's. */
export function stillPays(sides: readonly Measured[]): string[] {
  const paying = (sides.at(-1)?.gains ?? []).filter(({ percent, merchants }) => percent > 0 || merchants > 0);
  return paying
    .toSorted((one, other) => other.percent - one.percent)
    .map(({ name, percent: gain, merchants }) => `${name}: ${percent(gain)} on all caps together, ${merchants} gain`);
}
