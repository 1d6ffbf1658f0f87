import { takeMarketplaceLive } from "@/lib/marketplaces/take-live";
import { email, text } from "@/lib/validation";
import { type Act, Misuse, requireOperator, word } from "./act";
import { addOperator } from "./add-operator";
import { describeMarketplace } from "./describe";
import { findMarketplaceSubject, hasOperator, listMarketplaces } from "./queries";

export const marketplaceActs: Record<string, Act> = {
  "operator add": {
    words: ["EMAIL", "NAME..."],
    about: "a new operator's account; its password is shown once",
    prepare: async (given) => {
      const address = email.safeParse(word(given, 0, "The operator's e-mail address"));
      const name = text(150).safeParse(given.words.slice(1).join(" "));
      if (!address.success) throw new Misuse("The e-mail address is not valid.");
      if (!name.success) throw new Misuse("The operator's name is missing.");
      if (await hasOperator()) requireOperator(given);
      const input = { email: address.data, name: name.data };
      return {
        lines: [`Operator     ${input.name} <${input.email}>`, "Create this account"],
        perform: async (realNow) => {
          const { userId, password } = await addOperator({ operator: given.operator, input, realNow });
          return `Created ${userId}. Password, shown once: ${password}`;
        },
      };
    },
  },
  "marketplace list": {
    words: [],
    about: "every marketplace, and whether it is live",
    prepare: async () => ({ lines: (await listMarketplaces()).map(describeMarketplace), perform: null }),
  },
  "marketplace live": {
    words: ["MARKETPLACE"],
    about: "its live credentials are accepted from now on",
    prepare: async (given) => {
      const operator = requireOperator(given);
      const marketplace = await findMarketplaceSubject(word(given, 0, "The marketplace's id"));
      if (marketplace.liveAt) return { lines: [describeMarketplace(marketplace)], perform: null };
      return {
        lines: [describeMarketplace(marketplace), "Take this marketplace live"],
        perform: async (realNow) => {
          const taken = await takeMarketplaceLive({ operator, marketplaceId: marketplace.id, realNow });
          return taken ? "It is live." : "It was live already.";
        },
      };
    },
  },
};
