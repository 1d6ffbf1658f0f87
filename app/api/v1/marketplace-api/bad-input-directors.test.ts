import { beforeAll, describe, expect, it } from "vitest";
import { call } from "@/test/call-route";
import { holdsContract } from "@/test/contract/suite";
import {
  also,
  boolean,
  date,
  email,
  type Field,
  filledText,
  group,
  list,
  literal,
  never,
  oneOf,
  optional,
  phone,
  refusing,
  required,
  text,
  value,
} from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { POST as saveDirectors } from "./merchants/[ref]/directors/route";

useDatabase();

let shop: TestMarketplace;
let ref: string;
beforeAll(async () => {
  shop = await createMarketplace();
  ref = (await anyMerchant(shop.test)).merchantId;
});

const director = (identityNumber: string) => ({
  firstName: "Ada",
  middleName: "Ngozi",
  lastName: "Obi",
  email: "ada@example.com",
  phoneNumber: "+2348012345678",
  address: "12 Marina, Lagos",
  dateOfBirth: "1985-04-12",
  nationality: "Nigerian",
  identityType: "BVN",
  identityNumber,
  position: "CEO",
  isPrimary: false,
});
const first = "22100000001";
const body = () => ({ directors: [director(first), director("22100000002")] });

/** 2 to 50 letters, spaces, hyphens and apostrophes. */
const personName = {
  refused: [
    ...text(50).refused,
    ...["", " ", "A", " A ", "R2D2", "Ada_Obi", "Ada.", "<b>Ada</b>", "Ada\nObi", "Ada 🍲"].map((one) =>
      value(JSON.stringify(one), one),
    ),
  ],
  accepted: [
    "Al",
    "Jean-Luc",
    "O'Neill",
    "D’Souza",
    "María José",
    "O\u0323la\u0301",
    "محمد",
    "𠮷田",
    "x".repeat(50),
  ].map((one) => value(one, one)),
};

/** Numbers refused for an identity type; none may come back in the answer. */
const digits = {
  refused: [
    "2210000000",
    "221000000021",
    "2210000000a",
    "22 100 00002",
    "-2210000002",
    "２２１０００００００２",
    "1".repeat(100_000),
  ],
  accepted: ["98765432109", "00000000001"],
};
const alphanumeric = {
  refused: ["A123", "A12345678901234567890", "A1234-567", "A1234 567", "А1234567", "A1234567é", "A".repeat(100_000)],
  accepted: ["A1234", "A1234567890123456789", "a1b2c3d4", "77777"],
};
const noNumber = [
  ...[null, "", " ", true, ["22100000002"], { number: "22100000002" }].map((one) => value(JSON.stringify(one), one)),
  literal("22100000002"),
  value("a NUL byte in it", "2210000\u0000002"),
  value("half a surrogate pair", "2210000000\ud83d"),
];

function identityNumber(identityType: string, rule: { refused: string[]; accepted: string[] }): Field {
  const named = (one: string) => value(one.length > 30 ? `${one.length} characters` : one, one);
  const kind = { refused: [...noNumber, ...rule.refused.map(named)], accepted: rule.accepted.map(named) };
  return required("directors.1.identityNumber", kind, { "directors.1.identityType": identityType });
}

const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString();

holdsContract({
  operation: "POST /merchants/{ref}/directors",
  route: saveDirectors,
  key: () => shop.testKey,
  params: () => ({ ref }),
  body,
  repeated: (answer) => answer,
  reshaped: ["identityNumber", "dateOfBirth"],
  fields: [
    required(
      "directors",
      also(list, {
        refused: [
          value("empty", []),
          value(
            "21 directors",
            Array.from({ length: 21 }, (_, i) => director(String(22_200_000_000 + i))),
          ),
        ],
        accepted: [
          value(
            "20 directors",
            Array.from({ length: 20 }, (_, i) => director(String(22_300_000_000 + i))),
          ),
        ],
      }),
    ),
    { path: "directors.1", ...refusing(group) },
    required("directors.1.firstName", personName),
    required("directors.1.lastName", personName),
    optional("directors.1.middleName", text(50)),
    required("directors.1.email", email),
    required("directors.1.phoneNumber", phone),
    required("directors.1.address", filledText(500)),
    required("directors.1.dateOfBirth", also(date, { accepted: [value("a moment", "1985-04-12T00:00:00Z")] })),
    required("directors.1.nationality", filledText(50)),
    required("directors.1.identityType", oneOf("BVN", "NIN", "PASSPORT", "DRIVERS_LICENSE")),
    identityNumber("BVN", digits),
    identityNumber("NIN", digits),
    identityNumber("PASSPORT", alphanumeric),
    identityNumber("DRIVERS_LICENSE", alphanumeric),
    never("directors.1.identityNumber", [value("the first director's too", first)]),
    optional(
      "directors.1.position",
      oneOf("CEO", "CTO", "CFO", "COO", "Director", "Chairman", "Secretary", "Shareholder"),
    ),
    optional("directors.1.isPrimary", boolean),
    never("directors.1.isPrimary", [value("a second primary", true)], { "directors.0.isPrimary": true }),
  ],
  beyondSchema: [
    never("directors.1.dateOfBirth", [
      value("in the future", tomorrow.slice(0, 10)),
      value("a moment in the future", tomorrow),
    ]),
  ],
});

describe("an identity number", () => {
  it.each([
    ["in a body that is not JSON", '{"directors":[{"identityNumber":"22100000009",}]}'],
    [
      "under another name",
      JSON.stringify({ directors: [{ ...director("22100000008"), bvn: "22100000009", email: 7 }] }),
    ],
    [
      "as the value of another field",
      JSON.stringify({ directors: [{ ...director("22100000009"), position: "22100000009" }] }),
    ],
    ["as the name of a field", JSON.stringify({ directors: [director("2210000000")], "22100000009": true })],
    ["as the type of itself", JSON.stringify({ directors: [{ ...director("1"), identityType: "22100000009" }] })],
  ])("is not repeated %s", async (_, raw) => {
    const answer = await call(saveDirectors, { key: shop.testKey, params: { ref }, raw });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain("2210000000");
  });
});
