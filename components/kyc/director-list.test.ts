import { expect, it } from "vitest";
import { directorFields } from "@/lib/terms/kyc/director-fields";
import { journeyDirectorsBody } from "@/lib/terms/kyc/schema";
import { partOf } from "@/lib/terms/table";
import {
  changedElsewhere,
  entryOf,
  errorsAt,
  isEdited,
  type ListedDirector,
  saveList,
  withContact,
  withDirector,
  withoutDirector,
} from "./director-list";

function listed(id: string, fields: Partial<ListedDirector> = {}): ListedDirector {
  return {
    id,
    ...partOf(directorFields, "sample"),
    middleName: null,
    identityType: "BVN",
    identityNumber: "*******8901",
    position: null,
    isPrimary: false,
    verificationStatus: "VERIFIED",
    prefilled: true,
    ...fields,
  };
}

/** A service whose list somebody else changes a number of times, always just before it is saved. */
function listService(faster = 0) {
  const sent: unknown[][] = [];
  const taken: unknown[] = [];
  let revision = 0;
  return {
    sent,
    taken,
    operations: { readSession: ["GET", "session"], saveDirectors: ["POST", "directors"] } as const,
    update: (session: unknown) => void taken.push(session),
    async call<T>(method: string, ...more: unknown[]) {
      const [path, body, how] = more;
      sent.push([method, path, body, how]);
      if (method === "POST" && revision < faster) {
        revision += 1;
        return { refused: "Somebody was faster.", fields: [], code: "EDIT_CONFLICT" };
      }
      return { body: { directors: stored, revisions: { directors: revision }, after: method } as T };
    },
  };
}

const stored = [listed("dir_1", { isPrimary: true }), listed("dir_2", { middleName: "Ngozi", position: "CEO" })];

it("sends what is stored so that it stays, never the masked number", () => {
  const directors = stored.map(entryOf);
  expect(JSON.stringify(directors)).not.toContain("*");
  expect(journeyDirectorsBody.parse({ directors }).directors).toEqual(JSON.parse(JSON.stringify(directors)));
});

it("puts an edited director in its place and a new one at the end", () => {
  const edited = { ...entryOf(listed("dir_2")), firstName: "Bola" };
  expect(withDirector(stored, edited)).toMatchObject({
    at: 1,
    directors: [{ firstName: "Ada" }, { firstName: "Bola" }],
  });
  const { id, ...added } = { ...edited, identityNumber: "22222222222" };
  expect(withDirector(stored, added)).toMatchObject({ at: 2, directors: [{}, { id: "dir_2" }, { firstName: "Bola" }] });
  expect(withDirector([], added)).toMatchObject({ at: 0, directors: [{ firstName: "Bola" }] });
});

it("does not add anybody twice whose saving had no answer", () => {
  const { id, ...added } = { ...entryOf(listed("dir_2")), firstName: "Bola", identityNumber: "22145678901" };
  expect(withDirector([listed("dir_1", { lastName: "Eze" }), listed("dir_2")], added)).toMatchObject({
    at: 1,
    directors: [{ id: "dir_1" }, { id: "dir_2", firstName: "Bola", identityNumber: "22145678901" }],
  });
});

it("leaves the main contact to the list: an edit that was begun before another became it takes nothing back", () => {
  const edited = entryOf(listed("dir_2", { isPrimary: true }));
  expect(withDirector(stored, edited).directors.map(({ isPrimary }) => isPrimary)).toEqual([true, false]);
  const { id, ...added } = edited;
  expect(withDirector(stored, added).directors.map(({ isPrimary }) => isPrimary)).toEqual([true, false, false]);
  expect(withDirector([], added).directors.map(({ isPrimary }) => isPrimary)).toEqual([true]);
});

it("changes the list as it is stored by then: who was added on another device stays", async () => {
  const service = listService();
  expect(await saveList(service, (now) => withoutDirector(now, "dir_1"))).toBeNull();
  expect(service.sent).toEqual([
    ["GET", "session", undefined, undefined],
    ["POST", "directors", { directors: [expect.objectContaining({ id: "dir_2" })] }, { ifRevision: 0 }],
  ]);
  expect(service.taken).toMatchObject([{ after: "GET" }, { after: "POST" }]);
});

it("makes its change to the newer list when somebody was faster, and not for ever", async () => {
  const once = listService(1);
  expect(await saveList(once, (now) => withContact(now, "dir_2"))).toBeNull();
  expect(once.sent.map(([method, , , how]) => [method, how])).toEqual([
    ["GET", undefined],
    ["POST", { ifRevision: 0 }],
    ["GET", undefined],
    ["POST", { ifRevision: 1 }],
  ]);
  const always = listService(99);
  expect(await saveList(always, (now) => withContact(now, "dir_2"))).toMatchObject({ code: "EDIT_CONFLICT" });
  expect(always.sent).toHaveLength(6);
});

it("sends nothing when the list that is stored by then forbids the change", async () => {
  const service = listService();
  expect(await saveList(service, () => changedElsewhere)).toBe(changedElsewhere);
  expect(service.sent).toHaveLength(1);
});

it("tells an edit elsewhere from another main contact and another proof of identity", () => {
  const opened = listed("dir_1");
  expect(isEdited(opened, listed("dir_1", { isPrimary: true, verificationStatus: "PENDING", prefilled: false }))).toBe(
    false,
  );
  expect(isEdited(opened, listed("dir_1", { middleName: "Ngozi" }))).toBe(true);
  expect(isEdited(opened, listed("dir_1", { identityNumber: "*******8902" }))).toBe(true);
});

it("leaves out a removed one, and has one main contact", () => {
  expect(withoutDirector(stored, "dir_1").map(({ id }) => id)).toEqual(["dir_2"]);
  expect(withContact(stored, "dir_2").map(({ isPrimary }) => isPrimary)).toEqual([false, true]);
});

it("names a director's errors as on its form", () => {
  const fields = [
    { field: "directors.1.email", error: "one" },
    { field: "directors.11.email", error: "another's" },
    { field: "directors", error: "the list's" },
  ];
  expect(errorsAt(fields, 1)).toEqual([{ field: "email", error: "one" }]);
});
