/** How long the host may take to get a fresh token, in milliseconds. */
export const renewalLimit = 30_000;

export type Credential = ReturnType<typeof createCredential>;

/**
 * The embed token, kept in the memory of the page alone.
 * @param ask tells the host that a fresh token is needed
 */
export function createCredential(ask: () => void) {
  let current = "";
  let renewable = false;
  let waiting: { answer: Promise<string | null>; settle: (token: string | null) => void } | null = null;

  function settle(token: string | null) {
    waiting?.settle(token);
    waiting = null;
  }

  return {
    /** Empty before there is one. */
    token: () => current,
    /** Takes a token from the host; `refresh`: it can get another one. */
    take(token: string, refresh = renewable) {
      current = token;
      renewable = refresh;
      settle(token);
    },
    /** A token other than `used`, which has expired: asks the host, once for all who wait. Null: there is none. */
    async renew(used: string): Promise<string | null> {
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
    /** The host has no other token. */
    fail: () => settle(null),
  };
}
