import { expect, test } from "vitest";
import { documentTypes } from "@/lib/terms/kyc/document-kinds";
import { businessTypes } from "@/lib/terms/merchants/business-kinds";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { GET as searchBusinessCategories } from "./business-categories/route";
import { GET as searchBusinessTypes } from "./business-types/route";
import { GET as searchDocumentTypes } from "./document-types/route";

useDatabase();

const search = async (route: typeof searchBusinessTypes, query = "") => {
  const { status, json } = await call(route, { path: `/${query}` });
  return { status, hasMore: json.hasMore, errors: json.errors, data: (json.data ?? []) as Record<string, unknown>[] };
};
const codes = async (route: typeof searchBusinessTypes, query = "") =>
  (await search(route, query)).data.map(({ code }) => code);

test("anybody reads the lists whole, in an order of their own, and nothing of how they are searched", async () => {
  expect(await codes(searchBusinessTypes)).toEqual([...businessTypes]);
  expect(await codes(searchDocumentTypes)).toEqual([...documentTypes]);
  const { data, hasMore } = await search(searchBusinessCategories);
  expect(data).toHaveLength(20);
  expect(hasMore).toBe(true);
  expect(data[0]).toEqual({
    code: "fashion-and-clothing",
    name: "Fashion and clothing",
    description: "Wholesale and retail trade, repair of motor vehicles",
    isicClass: "4771",
  });
});

test("what people say finds what is meant", async () => {
  const best = async (route: typeof searchBusinessTypes, q: string) =>
    (await codes(route, `?q=${encodeURIComponent(q)}`))[0];
  expect(await best(searchBusinessCategories, "phone repair")).toBe("phone-repair");
  expect(await best(searchBusinessCategories, "Mama  Put!")).toBe("restaurant-canteen-and-mama-put");
  expect(await best(searchBusinessTypes, "enterprise")).toBe("REGISTERED_BUSINESS");
  expect(await best(searchBusinessTypes, "ltd")).toBe("LIMITED_LIABILITY_COMPANY");
  expect(await best(searchBusinessTypes, "co-operative")).toBe("COOPERATIVE");
  expect(await best(searchDocumentTypes, "nepa bill")).toBe("UTILITY_BILL");
  expect(await best(searchDocumentTypes, "memart")).toBe("MEMORANDUM_AND_ARTICLES");
  expect(await best(searchDocumentTypes, "UTILITY_BILL")).toBe("UTILITY_BILL");
  expect(await codes(searchBusinessCategories, "?q=zzzzqqq")).toEqual([]);
});

test("a document says which businesses it proves", async () => {
  const { data } = await search(searchDocumentTypes);
  const proves = Object.fromEntries(data.map(({ code, proves }) => [code, proves]));
  expect(proves).toMatchObject({ CAC_CERTIFICATE: "any", ID_CARD: "unregistered", DIRECTOR_BVN: null });
});

test("pages go on from a neighbour, either way", async () => {
  const all = await codes(searchBusinessCategories, "?q=market&limit=100");
  expect(all.length).toBeGreaterThan(3);
  const [first, second, third] = all;
  expect(await search(searchBusinessCategories, `?q=market&limit=1&startingAfter=${first}`)).toMatchObject({
    hasMore: true,
    data: [{ code: second }],
  });
  expect(await codes(searchBusinessCategories, `?q=market&startingAfter=${all.at(-1)}`)).toEqual([]);
  expect(await codes(searchBusinessCategories, `?q=market&limit=1&endingBefore=${third}`)).toEqual([second]);
  expect(await search(searchBusinessCategories, `?q=market&endingBefore=${third}`)).toMatchObject({
    hasMore: false,
    data: [{ code: first }, { code: second }],
  });
});

test.each([
  ["?limit=0", "limit"],
  ["?limit=101", "limit"],
  [`?q=${"x".repeat(101)}`, "q"],
  ["?q=%00", "q"],
  ["?startingAfter=%20", "startingAfter"],
  ["?q=shoes&startingAfter=phone-repair", "startingAfter"],
  ["?endingBefore=nothing", "endingBefore"],
])("%s is refused by its field", async (query, field) => {
  expect(await search(searchBusinessCategories, query)).toMatchObject({ status: 400, errors: [{ field }] });
});
