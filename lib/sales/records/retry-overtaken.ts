/** A merchant was created while its record was being processed: its data was not read and its row is not locked. */
export class Overtaken extends Error {}

/** Each retry sees everything created before it: being overtaken twice is very unlikely. */
const maxAttempts = 5;

export async function retryOvertaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === maxAttempts) throw error;
    }
  }
}
