import { phoneCodeSeconds } from "@/lib/terms/accounts";

/** Where a code was sent, and until when it works, in milliseconds. */
type AskedCode = { number: string; until: number };

/** Of which account: another may sign in on the same tab. */
const keyOf = (account: string) => `phone-code ${account}`;

/** The moment by the browser's clock, across loads of the page. */
function tabTime(): number {
  return performance.timeOrigin + performance.now();
}

export function rememberCode(account: string, number: string): void {
  const asked: AskedCode = { number, until: tabTime() + phoneCodeSeconds * 1000 };
  tryStorage((storage) => storage.setItem(keyOf(account), JSON.stringify(asked)));
}

export function rememberedNumber(account: string): string | null {
  const kept = tryStorage((storage) => storage.getItem(keyOf(account)));
  if (!kept) return null;
  const { number, until }: AskedCode = JSON.parse(kept);
  if (until > tabTime()) return number;
  forgetCode(account);
  return null;
}

export function forgetCode(account: string): void {
  tryStorage((storage) => storage.removeItem(keyOf(account)));
}

/** Browsers may refuse to keep anything; then nothing is remembered. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
