import { addLender } from "@/lib/lenders/add-lender";
import { changeLender } from "@/lib/lenders/change-lender";
import { type LenderInput, lenderInput } from "@/lib/lenders/schema";
import { nairaText } from "@/lib/money";
import { fieldErrors } from "@/lib/validation";
import { type Act, type Given, Misuse, requireOperator, word } from "./act";
import { findLenderSubject, listLenders } from "./queries";

export const lenderActs: Record<string, Act> = {
  "lender list": {
    usage: "",
    about: "every lender, by environment",
    prepare: async () => {
      const found = await listLenders();
      return { lines: found.map(({ id, name, environment }) => `${environment}  ${name} (${id})`), perform: null };
    },
  },
  "lender show": {
    usage: "LENDER",
    about: "a lender as a file for `lender change`",
    prepare: async (given) => {
      const { input } = await findLenderSubject(word(given, 0, "The lender's id"));
      return { lines: JSON.stringify(input, null, 2).split("\n"), perform: null };
    },
  },
  "lender create": {
    usage: "FILE",
    about: "a new lender, described by a file as `lender show` prints one",
    prepare: async (given) => {
      const operator = requireOperator(given);
      const input = lenderIn(given, 0);
      return {
        lines: [...describeLender(input), "Add this lender"],
        perform: async () => `Added ${await addLender({ operator, input, realNow: given.realNow })}.`,
      };
    },
  },
  "lender change": {
    usage: "LENDER FILE",
    about: "other limits and products from the next decision on",
    prepare: async (given) => {
      const operator = requireOperator(given);
      const { id, input: before } = await findLenderSubject(word(given, 0, "The lender's id"));
      const input = lenderIn(given, 1);
      return {
        lines: [`From (${id})`, ...describeLender(before), "To", ...describeLender(input), "Change this lender"],
        perform: async () => {
          await changeLender({ operator, lenderId: id, input, realNow: given.realNow });
          return "Changed. Loans and open offers keep their terms.";
        },
      };
    },
  },
};

/** @throws Misuse naming every wrong field of the file */
function lenderIn(given: Given, position: number): LenderInput {
  const raw = given.readJson(word(given, position, "The file"));
  const parsed = lenderInput.safeParse(raw);
  if (parsed.success) return parsed.data;
  const wrong = fieldErrors(parsed.error, raw, "lender").map(({ field, error }) => `${field}: ${error}`);
  throw new Misuse(["The lender is not valid.", ...wrong].join("\n"));
}

function describeLender(lender: LenderInput): string[] {
  const { environment, name, minimumPrincipal, maximumPrincipal, minimumDeduction, tenors, products } = lender;
  return [
    `Lender       ${name}, ${environment}`,
    `             ${nairaText(minimumPrincipal)} to ${nairaText(maximumPrincipal)}, least deduction ${nairaText(minimumDeduction)}`,
    `             for ${tenors.join(", ")} days`,
    ...products.map(
      ({ riskTier, lowestDeduction, highestDeduction, ratePer30Days, defaultAfterDays }) =>
        `  Tier ${riskTier}     ${lowestDeduction} to ${highestDeduction}% of sales, ${ratePer30Days}% for 30 days, default after ${defaultAfterDays} days`,
    ),
  ];
}
