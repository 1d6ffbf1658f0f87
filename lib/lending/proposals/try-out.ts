import { transaction } from "@/db/client";

/** Does it and takes it back, whatever it wrote, and answers what there was to see of it meanwhile. Tells nobody. */
export async function tryOut<Seen>(work: () => Promise<Seen>): Promise<Seen> {
  const takenBack = new Error("Only tried.");
  let seen: { of: Seen } | undefined;
  try {
    await transaction(async () => {
      seen = { of: await work() };
      throw takenBack;
    });
  } catch (error) {
    if (error === takenBack && seen) return seen.of;
    throw error;
  }
  throw new Error("What was tried was not taken back.");
}
