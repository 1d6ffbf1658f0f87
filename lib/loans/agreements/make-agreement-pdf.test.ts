import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { anyKeyFacts } from "@/test/factories/key-facts";
import { makeAgreementPdf } from "./make-agreement-pdf";
import { agreementContentOf } from "./template";

const acceptance = { by: "Ọjà, on Naija Mart", at: "2026-11-22T10:15:00.000Z", from: "192.0.2.7", tokenId: "abc" };
const make = (facts = anyKeyFacts()) => makeAgreementPdf(agreementContentOf(facts), acceptance);

/** The file with its compressed streams opened. */
function opened(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/FlateDecode[^>]*>>\nstream\n([\s\S]*?)\nendstream/g)];
  const open = (stream: string) => inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
  return text + streams.map(([, stream = ""]) => open(stream)).join("\n");
}

test("the same agreement is the same file, byte for byte, and another is another", async () => {
  const [first, again] = [await make(), await make()];
  expect(first.equals(again)).toBe(true);
  expect(first.equals(await make(anyKeyFacts({ fee: 52_001 })))).toBe(false);
  const later = await makeAgreementPdf(agreementContentOf(anyKeyFacts()), { ...acceptance, from: "192.0.2.8" });
  expect(first.equals(later)).toBe(false);
});

describe("a screen reader", () => {
  test("is told the language, the title, the headings, and which cell names its row", async () => {
    const text = opened(await make());
    expect(text).toContain("/Lang (en-NG)");
    expect(text).toContain('<rdf:li xml:lang="x-default">Loan agreement LN-2026-ABCD1234</rdf:li>');
    expect(text).toContain("/DisplayDocTitle true");
    expect(text).toContain("/Marked true");
    expect(text).toContain("<pdfuaid:part>1</pdfuaid:part>");
    const count = (tag: string) => text.split(`/S /${tag}\n`).length - 1;
    const { keyFacts, terms } = agreementContentOf(anyKeyFacts());
    const rows = keyFacts.flatMap((section) => section.rows).length + 4;
    expect({ H1: count("H1"), H2: count("H2"), H3: count("H3") }).toEqual({
      H1: 1,
      H2: 3,
      H3: keyFacts.length + terms.length,
    });
    expect({ TR: count("TR"), TH: count("TH"), TD: count("TD") }).toEqual({ TR: rows, TH: rows, TD: rows });
    expect(text.split("/Scope /Row").length - 1).toBe(rows);
  });

  test("gets the naira sign and the letters of Yoruba, Igbo and Hausa as what they are", async () => {
    const text = opened(await make(anyKeyFacts({ borrower: "Ẹ̀kọ́ Ọ̀ṣun Ụlọ Ƙwari Ɗan" })));
    // Letters with a dot are no other letters, although the font would make both of the same parts.
    for (const letter of ["₦", "Ọ", "ọ", "o", "ṣ", "s", "Ụ", "Ƙ", "Ɗ"]) {
      expect(text, letter).toContain(`<${letter.codePointAt(0)?.toString(16).padStart(4, "0")}>`);
    }
  });
});

test("pages are added as needed, each with its number", async () => {
  const pages = async (rows: number) => {
    const [one] = anyKeyFacts().schedule;
    const schedule = Array.from({ length: rows }, () => one ?? { installment: 1, dueDate: "2026-12-22", amount: 1 });
    return (await make(anyKeyFacts({ schedule }))).toString("latin1").split("/Type /Page\n").length - 1;
  };
  expect(await pages(1)).toBeLessThan(await pages(24));
});
