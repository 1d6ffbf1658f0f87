import type { Kobo } from "@/lib/kernel/money";

const upToTwelve = "zero one two three four five six seven eight nine ten eleven twelve";
const teens = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const small = `${upToTwelve} ${teens}`.split(" ");
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const groups = ["", "thousand", "million", "billion", "trillion"];

/** An amount in words, as on cheques: `one hundred and nine thousand naira`. Must not be negative. */
export function amountInWords(amount: Kobo): string {
  const naira = Math.floor(amount / 100);
  const rest = amount % 100;
  const whole = `${wholeInWords(naira)} naira`;
  if (rest === 0) return whole;
  return naira === 0 ? `${wholeInWords(rest)} kobo` : `${whole}, ${wholeInWords(rest)} kobo`;
}

function wholeInWords(number: number): string {
  if (number === 0) return "zero";
  const parts: string[] = [];
  for (let left = number, i = 0; left > 0; left = Math.floor(left / 1_000), i++) {
    const group = left % 1_000;
    if (group === 0) continue;
    // "One thousand and five": the last group below a hundred takes an "and" too.
    const and = i === 0 && group < 100 && number > 100 ? "and " : "";
    parts.unshift(`${and}${below1000(group)} ${groups[i] ?? ""}`.trim());
  }
  return parts.join(" ");
}

function below1000(number: number): string {
  const rest = number % 100;
  if (number < 100) return below100(number);
  const hundreds = `${small[Math.floor(number / 100)]} hundred`;
  return rest === 0 ? hundreds : `${hundreds} and ${below100(rest)}`;
}

function below100(number: number): string {
  if (number < 20) return small[number] ?? "";
  const ones = number % 10;
  return [tens[Math.floor(number / 10)], ones > 0 ? small[ones] : ""].filter(Boolean).join("-");
}
