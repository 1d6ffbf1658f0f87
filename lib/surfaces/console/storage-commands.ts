import { CodedError } from "@/lib/kernel/errors";
import { requireOwnStorage } from "@/lib/platform/providers/storage";
import { adoptStorage } from "./adopt-storage";
import { type Command, reasonIn, requireOperator } from "./command";

export const storageCommands: Record<string, Command> = {
  "storage adopt": {
    words: [],
    options: { reason: "WHY" },
    about: "keeps documents in the storage that is configured now, when the one with the marker is lost for good",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const reason = reasonIn(context);
      const wrong = await whatIsWrong();
      if (wrong === null) return { lines: ["The storage of documents is ours: nothing is to be done."], perform: null };
      return {
        lines: [
          `Wrong        ${wrong}`,
          "Keep documents here from now on",
          "Those that are not here are not found any more",
        ],
        perform: async (realNow) => {
          await adoptStorage({ operator, reason, realNow });
          return "Done.";
        },
      };
    },
  },
};

async function whatIsWrong(): Promise<string | null> {
  try {
    await requireOwnStorage();
    return null;
  } catch (error) {
    if (error instanceof CodedError && error.outside !== undefined) return error.outside;
    throw error;
  }
}
