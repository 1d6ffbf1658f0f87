import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { day } from "@/lib/kernel/calendar";
import { draftRetention } from "@/lib/merchants/kyc/drafts/purge-drafts";
import Privacy from "./page";

const text = renderToStaticMarkup(createElement(Privacy)).replace(/<[^>]*>/g, " ");

test("says what is kept with what was typed, and how long both", () => {
  expect(text).toMatch(/a digest of your network address and browser/);
  expect(text).toMatch(new RegExp(`What you typed [^.]*another device {2,}${draftRetention / day} days after`));
});

test("names who runs the service, and what is not deleted", () => {
  expect(text).toContain("This service is run by");
  expect(text).toMatch(/loans, payments, agreements and complaints {2,}as long as the law asks/);
});
