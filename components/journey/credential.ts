/** How long the host may take to get a fresh token: what waits for it is told no then. */
export const renewalLimit = 30_000;

/** The embed token: here, in the memory of the page, and nowhere else. */
export type Credential = {
  /** The token as it is now; empty before there is one. */
  token: () => string;
  /** Takes a token from the host; `refresh`: it can get another one. */
  take: (token: string, refresh?: boolean) => void;
  /** A token other than `used`, which has expired: asks the host for it, once for all who wait. Null: there is none. */
  renew: (used: string) => Promise<string | null>;
  /** The host has no other token. */
  fail: () => void;
};

/** @param ask tells the host that a fresh token is needed. */
export function createCredential(ask: () => void): Credential {
  let current = "";
  let renewable = false;
  let waiting: { answer: Promise<string | null>; settle: (token: string | null) => void } | null = null;

  function settle(token: string | null) {
    waiting?.settle(token);
    waiting = null;
  }

  return {
    token: () => current,
    take(token, refresh = renewable) {
      current = token;
      renewable = refresh;
      settle(token);
    },
    async renew(used) {
      if (used !== current) return current;
      if (!renewable) return null;
      if (waiting) return waiting.answer;
      let answerWith: (token: string | null) => void = () => {};
      const answer = new Promise<string | null>((resolve) => {
        answerWith = resolve;
      });
      const limit = setTimeout(() => settle(null), renewalLimit);
      waiting = {
        answer,
        settle(token) {
          clearTimeout(limit);
          answerWith(token);
        },
      };
      ask();
      return answer;
    },
    fail: () => settle(null),
  };
}
