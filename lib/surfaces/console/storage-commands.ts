import { StorageNotOurs } from "@/lib/platform/providers/marked-storage";
import { requireOwnStorage } from "@/lib/platform/providers/storage";
import { adoptStorage } from "./adopt-storage";
import { type Command, reasonIn, requireOperator, UsageError } from "./command";

export const storageCommands: Record<string, Command> = {
  "storage adopt": {
    words: [],
    options: { reason: "WHY", "instead-of": "MARKER" },
    about: "keeps documents in the storage that is configured now, when the one with the marker is lost for good",
    proof: true,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const reason = reasonIn(context);
      const instead = context.options["instead-of"];
      const wrong = await whatIsWrong();
      if (wrong?.foreign && wrong.foreign !== instead)
        throw new UsageError(`${wrong.outside}: ${another(wrong.foreign)}`);
      if (wrong === null) return { lines: ["The storage of documents is ours: nothing is to be done."], perform: null };
      return {
        lines: [
          `Wrong        ${wrong.outside}`,
          ...(wrong.foreign ? ["That database's service reads and writes no documents from now on"] : []),
          "Keep documents here from now on",
          "Those that are not here are not found any more",
        ],
        perform: async (realNow) => {
          await adoptStorage({ operator, reason, instead, realNow });
          return "Done.";
        },
      };
    },
  },
};

const another = (marker: string) =>
  `look at the settings. Where no service uses that database any more, --instead-of ${marker} takes its storage.`;

async function whatIsWrong(): Promise<StorageNotOurs | null> {
  try {
    await requireOwnStorage();
    return null;
  } catch (error) {
    if (error instanceof StorageNotOurs) return error;
    throw error;
  }
}
