import { type MerchantRecord, merchantRecord } from "@/lib/merchant-data/schema";
import { realTimeOf } from "@/lib/time";
import { draw } from "./draw";
import { measure } from "./measure";
import { print } from "./print";
import { rulesAt } from "./rules";

/** What the study finds in these records: a table to print and a picture. Those that the service would refuse are left out. */
export function study(records: readonly unknown[], now: Date): { table: string; picture: string; refused: number } {
  const valid = records.flatMap((record): MerchantRecord[] => {
    const parsed = merchantRecord.safeParse(record);
    return parsed.success ? [parsed.data] : [];
  });
  const sides = rulesAt(realTimeOf(now)).map((rules) => measure(rules, valid));
  return { table: print(sides), picture: draw(sides), refused: records.length - valid.length };
}
