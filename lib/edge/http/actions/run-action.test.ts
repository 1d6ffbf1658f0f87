import { expect, it } from "vitest";
import { CodedError } from "@/lib/kernel/errors";
import { runAction } from "./run-action";

const failing = (error: unknown) => runAction(() => Promise.reject(error));

it("hands on a result, a coded error in its own words, and of any other error nothing", async () => {
  expect(await runAction(async () => 7)).toBe(7);
  const fields = [{ field: "email", error: "Must not be empty" }];
  expect(await failing(new CodedError("EMAIL_TAKEN", "It is taken.", { fields }))).toEqual({
    refused: "It is taken.",
    fields,
  });
  expect(await failing(new Error("password authentication failed for user postgres"))).toEqual({
    refused: "Something went wrong on our side. Try again in a moment.",
    fields: [],
  });
});
