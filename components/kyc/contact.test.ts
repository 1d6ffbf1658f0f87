import { expect, test } from "vitest";
import { contactToTake } from "./contact";

const values = { businessPhone: "+2348012345678", businessEmail: "ada@foods.example" };
const session = { directors: [], business: { values } };

test("who is signed in can use how the account is reached, and a phone number only once it is proved", () => {
  const own = { phoneNumber: "+2348099999999", email: "me@ada.example" };
  expect(contactToTake(own, session)).toEqual({
    label: "Use my details",
    filled: [
      ["phoneNumber", "+2348099999999"],
      ["email", "me@ada.example"],
    ],
  });
  expect(contactToTake({ email: "me@ada.example" }, session)?.filled).toEqual([["email", "me@ada.example"]]);
});

test("where nobody signs in, what the record knows of the business is offered, if it knows anything", () => {
  expect(contactToTake(null, session)).toEqual({
    label: "Use the business's details",
    filled: [
      ["phoneNumber", "+2348012345678"],
      ["email", "ada@foods.example"],
    ],
  });
  expect(contactToTake(null, { directors: [], business: { values: {} } })).toBeNull();
});

test("only the first director is likely to be whoever fills this in", () => {
  expect(contactToTake(null, { ...session, directors: ["somebody"] })).toBeNull();
});
