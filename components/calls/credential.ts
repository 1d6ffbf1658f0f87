import { expired, type Failure } from "./refusals";

/** How long the host may take to get a fresh token, in milliseconds. */
export const renewalLimit = 30_000;

/** One that replaced another so shortly before, in milliseconds, has not expired: it is refused for another reason. */
const fresh = 60_000;

export type Credential = ReturnType<typeof createCredential>;

/** Kept in the memory of the page alone. `ask`: for a fresh token, `again` by whoever wants it tried once more. */
export function createCredential(ask: (again: boolean) => void, silent = expired) {
  let current = "";
  let renewable = false;
  let got = Number.NEGATIVE_INFINITY;
  let inVain = false;
  let wanted = false;
  let waiting: { answer: Promise<string | Failure>; settle: (token: string | Failure) => void } | null = null;

  function settle(token: string | Failure) {
    waiting?.settle(token);
    waiting = null;
  }

  return {
    /** Empty before there is one. */
    token: () => current,
    /** Takes a token from the host; `refresh`: it can get another one. */
    take(token: string, refresh = renewable) {
      if (waiting && current !== "") got = performance.now();
      // Brought without being asked for, it is worth a try.
      else inVain = false;
      current = token;
      renewable = refresh;
      settle(token);
    },
    isRenewable: () => renewable,
    /** The fresh one was refused as well: the host is asked no more. */
    giveUp() {
      inVain = true;
    },
    tryAgain() {
      inVain = false;
      wanted = true;
      got = Number.NEGATIVE_INFINITY;
    },
    /** A token other than `used`, which has expired: asks the host, once for all who wait. Or why there is none. */
    async renew(used: string): Promise<string | Failure> {
      if (used !== current) return current;
      if (waiting) return waiting.answer;
      if (performance.now() - got < fresh) inVain = true;
      if (!renewable || inVain) return expired;
      let answerWith: (token: string | Failure) => void = () => {};
      const answer = new Promise<string | Failure>((resolve) => {
        answerWith = resolve;
      });
      const limit = setTimeout(() => settle(silent), renewalLimit);
      waiting = {
        answer,
        settle(token) {
          clearTimeout(limit);
          answerWith(token);
        },
      };
      const again = wanted;
      wanted = false;
      ask(again);
      return answer;
    },
    fail: (why = expired) => settle(why),
  };
}
