import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** The clock of a rehearsal: all its processes read from a file how far ahead it is. @param {string} file */
export function startClock(file) {
  const ahead = () => Number(readFileSync(file, "utf8"));
  /** @type {{ file: string, apart: number }[]} */
  const followers = [];
  const write = (/** @type {number} */ milliseconds) => {
    for (const one of [{ file, apart: 0 }, ...followers]) {
      writeFileSync(`${one.file}.new`, String(milliseconds + one.apart));
      renameSync(`${one.file}.new`, one.file);
    }
  };
  write(0);
  const now = () => new Date(Date.now() + ahead());
  return {
    file,
    now,
    /** The day in Lagos, which is an hour ahead of UTC all year. @returns {string} `YYYY-MM-DD` */
    today: () => dayOf(now()),
    /** Moves it on, never back. @param {number} milliseconds */
    advance: (milliseconds) => write(ahead() + milliseconds),
    /** The clock of another machine. @param {string} beside the file of it */
    follower(beside) {
      const one = { file: beside, apart: 0 };
      followers.push(one);
      write(ahead());
      return {
        file: beside,
        /** Steps, also back: so many milliseconds ahead of the others from here on. @param {number} milliseconds */
        step(milliseconds) {
          one.apart = milliseconds;
          write(ahead());
        },
      };
    },
  };
}

/** @typedef {ReturnType<typeof startClock>} Clock */

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** @param {Date} moment */
export const dayOf = (moment) => new Date(moment.getTime() + hour).toISOString().slice(0, 10);
