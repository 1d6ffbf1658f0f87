import { expect, test } from "vitest";
import { blocksOf } from "./mail-blocks";

test("figures are rows, and what people write is not, colon or not", () => {
  expect(blocksOf("You get: ₦500,000.00\nLate by: 3 days\nFrom: First Bank, ending in 6789\n")).toEqual([
    {
      rows: [
        ["You get", "₦500,000.00"],
        ["Late by", "3 days"],
        ["From", "First Bank, ending in 6789"],
      ],
    },
  ]);
  const sentences = [
    "This is about test data: no money moves.",
    "Directors: Check the BVN of your director.",
    "Documents: Is this yours?",
    "In general: please call us",
    "What this is about\nOn: Demo Market",
  ];
  expect(blocksOf(sentences.join("\n\n"))).toEqual(sentences.map((text) => ({ text })));
});

test("the mail's addresses are left out, with what leads to them", () => {
  const mail =
    "Please change this.\n\nChange it now:\nhttp://localhost:3000/account/kyc/mer_1\n\nSee https://x.example/a: it helps\n";
  expect(blocksOf(mail)).toEqual([{ text: "Please change this." }, { text: "See https://x.example/a: it helps" }]);
});
