import { CodedError } from "@/lib/kernel/errors";
import { findSignIn, type User } from "@/lib/parties/people/queries";
import { readSecondFactor } from "@/lib/parties/people/second-factor/second-factor-queries";
import { userKinds } from "@/lib/terms/users/constants";
import { type Command, type Context, requireOperator, UsageError, word } from "./command";
import { dropSecondFactor } from "./drop-second-factor";
import { setPassword } from "./set-password";

export const userCommands: Record<string, Command> = {
  "user set-password": {
    words: ["KIND", "EMAIL"],
    about: `a new password of our making for a user (${userKinds.join(", ")}), shown once; every session of theirs ends`,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const user = await userIn(context);
      return {
        lines: [lineOf(user), "Give a new password, and end every session"],
        perform: async (realNow) => {
          const password = await setPassword({ operator, user, realNow });
          return `Done. Password, shown once: ${password}`;
        },
      };
    },
  },
  "user drop-second-factor": {
    words: ["KIND", "EMAIL"],
    about: "sign-in by password alone, for a user who has lost the app and the recovery codes; every session ends",
    prepare: async (context) => {
      const operator = requireOperator(context);
      const user = await userIn(context);
      const { since } = await readSecondFactor(user.id);
      if (!since) return { lines: [lineOf(user), "Has no second factor"], perform: null };
      return {
        lines: [
          lineOf(user),
          `Turn off the second factor that is on since ${since.toISOString()}, and end every session`,
          "Be sure who asks: the password alone signs in from then on",
        ],
        perform: async (realNow) => {
          await dropSecondFactor({ operator, user, realNow });
          return "Done. The user is written to.";
        },
      };
    },
  },
};

/** The user that a command's words name. */
async function userIn(context: Context): Promise<User> {
  const said = word(context, 0, "The kind of user");
  const kind = userKinds.find((one) => one === said);
  if (!kind) throw new UsageError(`The kind is one of ${userKinds.join(", ")}.`);
  const found = await findSignIn(kind, word(context, 1, "The e-mail address"));
  if (!found) throw new CodedError("NOT_FOUND", `There is no ${kind} with this address.`);
  return found.user;
}

function lineOf({ id, kind, name, email }: User): string {
  return `User         ${name} <${email}>, ${kind} (${id})`;
}
