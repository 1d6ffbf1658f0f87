/** A merchant came into being while its record was on the way: what is known of it was not read, nor is it locked. */
export class Overtaken extends Error {}

/** Each time everything there was before is known, so to be overtaken once is rare and twice a wonder. */
const maxAttempts = 5;

/** Does a piece of work, a whole transaction, anew when it was overtaken. */
export async function retryOvertaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === maxAttempts) throw error;
    }
  }
}
