import { describe, expect, it } from "vitest";
import { instant } from "@/test/time";
import { birthDateErrors, businessInfoBody, directorsBody, documentBody } from "./schema";

const ada = {
  firstName: "Ada",
  lastName: "Obi",
  email: "ada@example.com",
  phoneNumber: "+2348012345678",
  address: "12 Marina, Lagos",
  dateOfBirth: "1985-04-12",
  nationality: "Nigerian",
  identityType: "BVN",
  identityNumber: "12345678901",
};
const info = { businessName: "Ada Foods", businessType: "NGO", operatingAddress: "12 Marina" };

/** The wrong fields of a list of directors, each a change to a sound one. */
function wrong(...changes: Record<string, unknown>[]): string[] {
  const directors = changes.map((change, i) => ({ ...ada, identityNumber: `1234567890${i}`, ...change }));
  const result = directorsBody.safeParse({ directors });
  return (result.error?.issues ?? []).map((issue) => issue.path.join("."));
}

describe("directorsBody", () => {
  it.each(["Ọlá", "Jean-Luc", "O'Neill", "D’Souza", "María José", "Nguyễn", "محمد", "Al", "x".repeat(50)])(
    "takes the name %s",
    (name) => expect(wrong({ firstName: name, lastName: name })).toEqual([]),
  );

  it.each([
    "A",
    " A ",
    "",
    "x".repeat(51),
    "R2D2",
    "Ada_Obi",
    "Ada\tObi",
    "Ada.",
    "--",
    "Ada\u0000",
    7,
    null,
    undefined,
  ])("refuses the name %j", (name) => expect(wrong({ lastName: name })).toContain("directors.0.lastName"));

  it.each(["1985-04-12", "1985-04-12T00:00:00Z", "1985-04-12T00:00:00.000+01:00", "1985-04-12T08:30:00", "2000-02-29"])(
    "takes %s as a date of birth, as the date that was written",
    (dateOfBirth) => {
      const parsed = directorsBody.parse({ directors: [{ ...ada, dateOfBirth }] });
      expect(parsed.directors[0]?.dateOfBirth).toBe(dateOfBirth.slice(0, 10));
    },
  );

  it.each([
    "1985-02-30",
    "2001-02-29",
    "12/04/1985",
    "1985",
    "0000-01-01",
    "1899-12-31",
    "",
    482112000,
    "1985-04-12T99:00Z",
  ])("refuses %j as a date of birth", (dateOfBirth) =>
    expect(wrong({ dateOfBirth })).toEqual(["directors.0.dateOfBirth"]),
  );

  it.each([
    ["BVN", "1234567890"],
    ["BVN", "123456789012"],
    ["NIN", "1234567890A"],
    ["NIN", "١٢٣٤٥٦٧٨٩٠١"],
    ["PASSPORT", "A123"],
    ["PASSPORT", "A12345678901234567890"],
    ["DRIVERS_LICENSE", "ABC-12345"],
    ["BVN", 12345678901],
    ["BVN", ""],
    ["BVN", undefined],
  ])("refuses a %s of %j on identityNumber, without repeating it", (identityType, identityNumber) => {
    const result = directorsBody.safeParse({ directors: [{ ...ada, identityType, identityNumber }] });
    const issues = result.error?.issues ?? [];
    expect(new Set(issues.map((issue) => issue.path.join(".")))).toEqual(new Set(["directors.0.identityNumber"]));
    if (String(identityNumber).length > 3) {
      expect(issues.map((issue) => issue.message).join()).not.toContain(String(identityNumber));
    }
  });

  it.each([
    ["NIN", "12345678901"],
    ["PASSPORT", "A1234"],
    ["PASSPORT", "a1234567890123456789"],
    ["DRIVERS_LICENSE", "ABC12345678"],
  ])("takes a %s of %s", (identityType, identityNumber) => {
    expect(wrong({ identityType, identityNumber })).toEqual([]);
  });

  it("names a wrong identity number next to other mistakes", () => {
    expect(wrong({ email: "nobody", address: undefined, identityNumber: "1" }).sort()).toEqual([
      "directors.0.address",
      "directors.0.email",
      "directors.0.identityNumber",
    ]);
  });

  it("names the second of two equal identities, in either case of letters", () => {
    expect(wrong({ identityNumber: "55555555555" }, {}, { identityNumber: "55555555555" })).toEqual([
      "directors.2.identityNumber",
    ]);
    const passport = { identityType: "PASSPORT" };
    expect(wrong({ ...passport, identityNumber: "a12345" }, { ...passport, identityNumber: "A12345" })).toEqual([
      "directors.1.identityNumber",
    ]);
  });

  it("takes a number only once in a list, whatever it is said to be (docs/kyc.md#directors)", () => {
    expect(wrong({ identityNumber: "55555555555" }, { identityType: "NIN", identityNumber: "55555555555" })).toEqual([
      "directors.1.identityNumber",
    ]);
  });

  it("allows one primary", () => {
    expect(wrong({}, { isPrimary: true }, { isPrimary: false })).toEqual([]);
    expect(wrong({ isPrimary: true }, {}, { isPrimary: true })).toEqual(["directors.2.isPrimary"]);
  });

  it("takes 1 to 20 directors", () => {
    const list = (length: number) =>
      Array.from({ length }, (_, i) => ({ ...ada, identityNumber: String(10_000_000_000 + i) }));
    expect(directorsBody.safeParse({ directors: list(20) }).success).toBe(true);
    for (const directors of [[], list(21), {}, "x", null, undefined]) {
      expect(directorsBody.safeParse({ directors }).error?.issues[0]?.path).toEqual(["directors"]);
    }
  });

  it.each([
    { phoneNumber: "08012345678" },
    { position: "Boss" },
    { isPrimary: "true" },
    { identityType: "VOTER" },
    { nationality: "x".repeat(51) },
    { address: "x".repeat(501) },
    { middleName: "x".repeat(51) },
    { middleName: "Ada\u202e" },
    { nationality: "\u200b" },
    { address: "Lagos\u2066" },
  ])("refuses %j", (change) => expect(wrong(change)).toEqual([`directors.0.${Object.keys(change)[0]}`]));
});

it("birthDateErrors names every birth that is not before today", () => {
  const today = instant("2026-03-01T12:00:00Z");
  const born = (dateOfBirth: string) => ({ dateOfBirth });
  expect(birthDateErrors([born("2026-02-28"), born("2026-03-01"), born("2030-01-01")], today)).toEqual([
    { field: "directors.1.dateOfBirth", error: "Must be in the past" },
    { field: "directors.2.dateOfBirth", error: "Must be in the past" },
  ]);
});

describe("businessInfoBody", () => {
  it("takes the required fields alone, and all of them", () => {
    expect(businessInfoBody.safeParse(info).success).toBe(true);
    const all = {
      ...info,
      registeredAddress: "1 Broad Street\nLagos",
      registrationNumber: "RC 123456",
      taxNumber: "12345678-0001",
      dateOfIncorporation: "2015-06-30",
      businessCategory: "Food",
      businessEmail: "info@adafoods.example",
      businessPhone: "+2348012345678",
      website: "https://adafoods.example",
    };
    expect(businessInfoBody.parse({ ...all, unknown: 1 })).toEqual(all);
  });

  it.each([
    { businessName: " " },
    { businessName: "x".repeat(151) },
    { businessName: "Ada Foods\n\nWaived" },
    { businessName: "\u200b" },
    { operatingAddress: "1 Broad Street\u202e" },
    { registeredAddress: "1 Broad Street\u0007" },
    { businessType: "PLC" },
    { operatingAddress: undefined },
    { operatingAddress: "a\u0000b" },
    { dateOfIncorporation: "2015-02-29" },
    { dateOfIncorporation: "2015-06-30T00:00:00Z" },
    { businessEmail: "info@" },
    { businessPhone: "1" },
    { website: "javascript:alert(1)" },
    { taxNumber: 12 },
  ])("refuses %j", (change) => {
    const fields = businessInfoBody
      .safeParse({ ...info, ...change })
      .error?.issues.map((issue) => issue.path.join("."));
    expect(new Set(fields)).toEqual(new Set(Object.keys(change)));
  });
});

describe("documentBody", () => {
  const document = {
    documentType: "CAC_CERTIFICATE",
    fileName: "certificate.pdf",
    fileKey: "fil_1",
    fileSize: "1024",
    mimeType: "application/pdf",
  };

  it("needs all five fields", () => {
    expect(documentBody.safeParse(document).success).toBe(true);
    for (const field of Object.keys(document)) {
      const issues = documentBody.safeParse({ ...document, [field]: undefined }).error?.issues;
      expect(issues?.map((issue) => issue.path.join("."))).toEqual([field]);
    }
  });

  it.each(["0", "-1", "1.5", "1e3", " 12", "012", "10485761", "99999999999999999999", "", 1024, "0x10"])(
    "refuses the size %j",
    (fileSize) => {
      const issues = documentBody.safeParse({ ...document, fileSize }).error?.issues;
      expect(issues?.map((issue) => issue.path.join("."))).toEqual(["fileSize"]);
    },
  );

  it.each(["../../etc/passwd", "a\\b.pdf", "a\nb.pdf", "a\u202efdp.exe", "\u200b", ""])(
    "refuses the file name %j",
    (fileName) => {
      expect(documentBody.safeParse({ ...document, fileName }).success).toBe(false);
    },
  );
});
