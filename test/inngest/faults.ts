import type { Answer } from "./call";

const lost: Answer = {
  kind: "failed",
  error: { name: "Error", message: "the connection was lost before an answer came" },
  again: true,
};

/** What a test lets go wrong between the server and the app. */
export type Faults = {
  /** Refuses everything and calls nobody. */
  down: boolean;
  /** Takes events, answers with their ids, and forgets them. */
  loses: boolean;
  /** How long events wait before they take effect, in milliseconds; a server of one's own lets them wait up to 250. */
  streamDelay: number;
  /** How many calls from here on never reach the app. */
  unreachable: number;
  /** How many calls from here on are given up while the app is at work, which goes on. */
  cut: number;
  /** How many calls from here on reach the app twice at once. */
  twice: number;
  /** While set, answers to the app wait for it. */
  held: Promise<void> | null;
  apply: (call: () => Promise<Answer>, track: <T>(work: Promise<T>) => Promise<T>) => Promise<Answer>;
};

export function noFaults(): Faults {
  return {
    ...{ down: false, loses: false, streamDelay: 0, unreachable: 0, cut: 0, twice: 0, held: null },
    async apply(call, track) {
      if (this.unreachable > 0) {
        this.unreachable -= 1;
        return lost;
      }
      if (this.cut > 0) {
        this.cut -= 1;
        void track(call());
        return lost;
      }
      if (this.twice > 0) {
        this.twice -= 1;
        void track(call());
      }
      return call();
    },
  };
}
