import { realTimeOf } from "@/lib/kernel/time";
import { type MerchantRecord, merchantRecord } from "@/lib/terms/merchant-data/schema";
import { draw } from "./draw";
import { measure } from "./measure";
import { print, stillPays } from "./print";
import { type Options, rulesAt } from "./rules";
import { sampleSellers } from "./sellers";

/** A table to print, what still pays, and a picture. */
export type Study = { table: string; pays: string[]; picture: string; merchants: number; refused: number };

/**
 * What the study finds in these records. Those that the service would refuse are left out.
 * @param records null: the sample sellers
 */
export function study(records: readonly unknown[] | null, now: Date, options: Options = {}): Study {
  const given = records ?? sampleSellers(now);
  const valid = given.flatMap((record): MerchantRecord[] => {
    const parsed = merchantRecord.safeParse(record);
    return parsed.success ? [parsed.data] : [];
  });
  const sides = rulesAt(realTimeOf(now), options).map((rules) => measure(rules, valid));
  return {
    table: print(sides),
    pays: stillPays(sides),
    picture: draw(sides),
    merchants: given.length,
    refused: given.length - valid.length,
  };
}

/** Where the generated part of docs/study.md begins. */
const heading = "## Fifty sellers";

/** docs/study.md with the part below its heading made from a run. */
export function documented(text: string, { table, pays }: Study): string {
  return `${text.slice(0, text.indexOf(heading))}${heading}

Made-up ones, the same each time (\`bench/study/sellers.ts\`). This part and the picture are what \`npm run study\` prints and draws.

\`\`\`text
${table}
\`\`\`

![Before and now: offers repaid in time, merchants by tier, and what gaming gains](study.svg)

### What still pays

Of all that was tried, whatever raises the caps together or anybody's, by what it gains under the rules now:

${pays.map((line) => `- ${line}`).join("\n")}
`;
}
