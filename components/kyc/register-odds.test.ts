import { expect, test } from "vitest";
import { birthText, oddText } from "./register-odds";

const registered = { firstName: "Ada", lastName: "Obi", dateOfBirth: "1985-04-12", identityNumber: "22312345671" };

test("a date of birth by which nobody can be approved is told at once, and no other", () => {
  expect(birthText("2015-04-12", "2026-11-26")?.hint).toContain("under 18");
  expect(birthText("2008-11-27", "2026-11-26")?.hint).toContain("under 18");
  for (const fine of ["2008-11-26", "1985-04-12", "", undefined, "2027-01-01", "nonsense"]) {
    expect(birthText(fine, "2026-11-26"), fine).toBeNull();
  }
});

test("what is not as the register has it is told, of the number that was looked up alone", () => {
  const typed = { ...registered, firstName: "ada ", dateOfBirth: "2015-04-12" };
  expect(oddText("dateOfBirth", typed, registered)).toEqual({ hint: "The register says 12 Apr 1985." });
  expect(oddText("firstName", typed, registered)).toBeNull();
  expect(oddText("lastName", { ...typed, lastName: "Eze" }, registered)?.hint).toBe("The register says Obi.");
  expect(oddText("dateOfBirth", { ...typed, identityNumber: "22212345671" }, registered)).toBeNull();
  expect(oddText("dateOfBirth", { ...typed, dateOfBirth: "" }, registered)).toBeNull();
  expect(oddText("dateOfBirth", typed, null)).toBeNull();
});
